using System.Globalization;
using DbIngest.Abstractions.Resources;

namespace DbIngest.Targets.Servers;

/// <summary>
/// Finds folders of private servers whose owner died together with its guardian. Each folder contains a file that names the
/// owning process. <see cref="PrivateServer"/> marks each folder that it makes (<see cref="Claim"/>), and first removes
/// leftovers. <c>ContainerLeftovers</c> writes the same text into labels of containers and checks it by <see cref="IsGone"/>.
/// Other versions of the program read the text too, so a changed form must not look to them like the text of a dead process. This
/// class deletes nothing, and never reports the folder of a living process.
/// </summary>
public static class Leftovers
{
    private const string OwnerFile = "owner";

    // The text of the link differs between namespaces of process ids: process 1 of one container is not process 1 of the
    // container beside it. A boot ends all processes of the one before.
    private static readonly string Namespace = new FileInfo("/proc/self/ns/pid").LinkTarget ?? string.Empty;
    private static readonly string Boot = ProcText.ReadText("/proc/sys/kernel/random/boot_id") ?? string.Empty;

    /// <summary>Marks a folder as owned by this process.</summary>
    /// <param name="folder">An existing folder.</param>
    public static void Claim(string folder) => File.WriteAllText(Path.Combine(folder, OwnerFile), Owner());

    /// <summary>Finds folders whose owner no longer runs.</summary>
    /// <param name="parents">Folders to search, not recursively.</param>
    /// <param name="prefix">Beginning of the folders' names.</param>
    public static IReadOnlyList<string> Find(IEnumerable<string> parents, string prefix) =>
        [.. parents.Where(Directory.Exists).SelectMany(parent => Directory.EnumerateDirectories(parent, prefix + "*"))
            .Where(IsLeftover)];

    /// <summary>
    /// Identifies this process by namespace, boot, machine, id and start time, since ids are reused. Earlier versions read only
    /// texts that begin with a number, and leave this one alone.
    /// </summary>
    public static string Owner() => Owner(Environment.ProcessId);

    /// <summary>
    /// True if the process that an owner text identifies no longer runs. False if that cannot be known here: on another machine,
    /// in another namespace of process ids, or for a text of an earlier version.
    /// </summary>
    /// <param name="owner">Text of <see cref="Owner()"/>.</param>
    public static bool IsGone(string owner)
    {
        if (owner.Split(' ') is not [var space, var boot, var machine, var id, var start] || Boot.Length == 0
            || machine != Environment.MachineName || !int.TryParse(id, CultureInfo.InvariantCulture, out int pid))
        {
            return false;
        }

        return boot != Boot || (space.Length > 0 && space == Namespace && Started(pid) is { } now && now != start);
    }

    private static bool IsLeftover(string folder)
    {
        try
        {
            return IsGone(File.ReadAllText(Path.Combine(folder, OwnerFile)));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The folder is just being made or removed, or belongs to another user.
            return false;
        }
    }

    /// <summary>The owner text of a process of this namespace.</summary>
    internal static string Owner(int pid) =>
        string.Create(CultureInfo.InvariantCulture, $"{Namespace} {Boot} {Environment.MachineName} {pid} {Started(pid)}");

    /// <summary>
    /// Start time of a process: field 22 of <c>/proc/PID/stat</c>. Empty if the process does not exist. Null if the system hides
    /// processes of other users (hidepid).
    /// </summary>
    private static string? Started(int pid) =>
        ProcessReader.ReadStat(pid) is { } process
            ? process.StartTicks.ToString(CultureInfo.InvariantCulture)
            : ProcText.ReadText("/proc/1/stat") is not null ? string.Empty : null;
}
