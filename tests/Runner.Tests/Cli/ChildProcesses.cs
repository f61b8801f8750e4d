using System.Globalization;

namespace DbIngest.Runner.Tests.Cli;

/// <summary>The children of a process, from /proc.</summary>
internal static class ChildProcesses
{
    public static int[] Of(int parent) =>
    [
        .. Directory.EnumerateDirectories("/proc")
            .Select(Path.GetFileName)
            .Where(n => int.TryParse(n, NumberStyles.None, CultureInfo.InvariantCulture, out _))
            .Where(n => ParentOf(n!) == parent)
            .Select(n => int.Parse(n!, CultureInfo.InvariantCulture)),
    ];

    /// <summary>The first process of a name below a process: the topmost, when they nest.</summary>
    public static int First(int ancestor, string name)
    {
        for (int[] generation = Of(ancestor); generation.Length > 0; generation = [.. generation.SelectMany(Of)])
        {
            if (generation.FirstOrDefault(p => File.ReadAllText($"/proc/{p}/comm").Trim() == name) is var found and not 0)
            {
                return found;
            }
        }

        throw new InvalidOperationException($"{ancestor} has no {name} below it.");
    }

    private static int ParentOf(string process)
    {
        try
        {
            // The name, in parentheses, may contain anything: what follows the last one is sound.
            string stat = File.ReadAllText($"/proc/{process}/stat");
            return int.Parse(stat[(stat.LastIndexOf(')') + 2)..].Split(' ')[1], CultureInfo.InvariantCulture);
        }
        catch (IOException)
        {
            return 0;
        }
    }
}
