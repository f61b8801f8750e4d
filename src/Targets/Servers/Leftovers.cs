using System.Globalization;

namespace DbIngest.Targets.Servers;

/// <summary>
/// Folders of servers whose owner ended, with the guardian, without removing them: they name the process that they belong to.
/// </summary>
public static class Leftovers
{
    private const string OwnerFile = "owner";

    /// <summary>Says that a folder is this process's.</summary>
    /// <param name="folder">The folder.</param>
    public static void Claim(string folder) => File.WriteAllText(Path.Combine(folder, OwnerFile), Owner());

    /// <summary>Finds folders whose owner is gone.</summary>
    /// <param name="parents">Where to look.</param>
    /// <param name="prefix">How their names begin.</param>
    /// <returns>The folders.</returns>
    public static IReadOnlyList<string> Find(IEnumerable<string> parents, string prefix) =>
        [.. parents.Where(Directory.Exists).SelectMany(parent => Directory.EnumerateDirectories(parent, prefix + "*"))
            .Where(IsLeftover)];

    /// <summary>This process, in words that no other process of this machine has.</summary>
    public static string Owner() => Owner(Environment.ProcessId);

    /// <summary>Whether the process is gone that called itself so.</summary>
    /// <param name="owner">Its words (<see cref="Owner()"/>).</param>
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
            // Being made this moment, being removed, or of another user.
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
