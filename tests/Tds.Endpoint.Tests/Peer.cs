using System.Diagnostics;

namespace DbIngest.Tds.Endpoint.Tests;

/// <summary>A client of somebody else's that is not part of the project.</summary>
internal static class Peer
{
    /// <summary>Runs a program to its end.</summary>
    /// <returns>What it said, on both its streams.</returns>
    public static string Run(string program, IReadOnlyDictionary<string, string> environment, params string[] arguments)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false
        };
        foreach (var (name, value) in environment)
        {
            start.Environment[name] = value;
        }

        using var process = Process.Start(start)!;
        var errors = process.StandardError.ReadToEndAsync();
        string said = process.StandardOutput.ReadToEnd() + errors.GetAwaiter().GetResult();
        process.WaitForExit();
        process.ExitCode.ShouldBe(0, said);
        return said;
    }

    /// <summary>A program on the PATH; null when there is none.</summary>
    public static string? OnPath(string name) => (Environment.GetEnvironmentVariable("PATH") ?? string.Empty)
        .Split(Path.PathSeparator)
        .Select(folder => Path.Combine(folder, name)).FirstOrDefault(File.Exists);

    /// <summary>A program in a folder beside the repository; null when it is not there.</summary>
    public static string? Beside(params string[] path)
    {
        for (var folder = new DirectoryInfo(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
        {
            if (File.Exists(Path.Combine(folder.FullName, "DbIngest.sln")))
            {
                string file = Path.GetFullPath(Path.Combine([folder.FullName, "..", .. path]));
                return File.Exists(file) ? file : null;
            }
        }

        return null;
    }
}
