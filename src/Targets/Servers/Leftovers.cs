using System.Globalization;

namespace DbIngest.Targets.Servers;

/// <summary>
/// Finds folders of private servers whose owner died together with its guardian. Each folder contains a file that names the
/// owning process. <see cref="PrivateServer"/> and the starter of containers mark their folders (<see cref="Claim"/>), and first
/// remove leftovers. This class deletes nothing, and never reports the folder of a living process.
/// </summary>
public static class Leftovers
{
    private const string OwnerFile = "owner";

    /// <summary>Marks a folder as owned by this process.</summary>
    /// <param name="folder">An existing folder.</param>
    public static void Claim(string folder) => File.WriteAllText(Path.Combine(folder, OwnerFile), Owner());

    /// <summary>Finds folders whose owner no longer runs.</summary>
    /// <param name="parents">Folders to search, not recursively.</param>
    /// <param name="prefix">Beginning of the folders' names.</param>
    public static IReadOnlyList<string> Find(IEnumerable<string> parents, string prefix) =>
        [.. parents.Where(Directory.Exists).SelectMany(parent => Directory.EnumerateDirectories(parent, prefix + "*"))
            .Where(IsLeftover)];

    /// <summary>Identifies this process by its id and start time, since ids are reused.</summary>
    public static string Owner() => Owner(Environment.ProcessId);

    /// <summary>True if the process that an owner text identifies no longer runs.</summary>
    /// <param name="owner">Text of <see cref="Owner()"/>.</param>
    public static bool IsGone(string owner) => int.TryParse(owner.Split(' ')[0], CultureInfo.InvariantCulture, out int pid)
        && Owner(pid) != owner;

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

    // A process id and its start time, field 22 of /proc/pid/stat, since ids are reused. Empty start: no such process.
    private static string Owner(int pid)
    {
        string start = string.Empty;
        try
        {
            string text = File.ReadAllText(string.Create(CultureInfo.InvariantCulture, $"/proc/{pid}/stat"));
            start = text[(text.LastIndexOf(')') + 2)..].Split(' ')[19];
        }
        catch (IOException)
        {
            // No such process.
        }

        return string.Create(CultureInfo.InvariantCulture, $"{pid} {start}");
    }
}
