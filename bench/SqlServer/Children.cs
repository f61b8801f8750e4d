using System.Diagnostics;

namespace DbIngest.Bench.SqlServer;

/// <summary>Other people's clients: processes that run to their end.</summary>
internal static class Children
{
    /// <summary>Runs a program.</summary>
    public static void Run(string program, IEnumerable<string> arguments, params (string Name, string Value)[] environment)
    {
        var start = new ProcessStartInfo(program, arguments) { UseShellExecute = false, RedirectStandardOutput = true };
        foreach (var (name, value) in environment)
        {
            start.Environment[name] = value;
        }

        using var process = Process.Start(start)!;
        string said = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        if (process.ExitCode != 0)
        {
            throw new InvalidOperationException($"{program} ended with {process.ExitCode}: {said}");
        }
    }

    /// <summary>A program on the PATH or at a place beside the repository; null when it is not there.</summary>
    public static string? Find(string name, params string[] beside)
    {
        string? onPath = (Environment.GetEnvironmentVariable("PATH") ?? string.Empty).Split(Path.PathSeparator)
            .Select(f => Path.Combine(f, name)).FirstOrDefault(File.Exists);
        for (var folder = new DirectoryInfo(AppContext.BaseDirectory); onPath is null
            && folder is not null; folder = folder.Parent)
        {
            string file = Path.Combine([folder.FullName, "..", .. beside, name]);
            onPath = beside.Length > 0 && File.Exists(file) ? Path.GetFullPath(file) : null;
        }

        return onPath;
    }
}
