using System.Diagnostics;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Processes;

/// <summary>
/// Builds commands that start this program again: source processes for <c>SweepSession</c>, services for
/// <c>TrialServiceStart</c>. <c>run</c>, <c>advise</c> and <c>compare</c> print them as hints. Arguments appear in the process
/// list of the machine, so they must not contain a secret.
/// </summary>
internal static class ProgramCommand
{
    /// <summary>The words before the arguments: the program, or the runtime and the program's library.</summary>
    public static IReadOnlyList<string> Words { get; } = Find();

    /// <summary>Builds a start of this program, without a shell.</summary>
    public static ProcessStartInfo Start(params string[] arguments)
    {
        var start = new ProcessStartInfo(Words[0]) { UseShellExecute = false };
        foreach (string word in Words.Skip(1).Concat(arguments))
        {
            start.ArgumentList.Add(word);
        }

        return start;
    }

    /// <summary>Builds a line for a POSIX shell in the current folder.</summary>
    public static string Line(params string[] arguments) =>
        string.Join(' ', Words.Select(Relative).Concat(arguments).Select(ShellText.Quote));

    /// <summary>Shortens the full path of an existing file below the current folder. Returns any other text unchanged.</summary>
    public static string Relative(string path)
    {
        string relative = Path.GetRelativePath(Environment.CurrentDirectory, path);
        return Path.IsPathRooted(path) && !relative.StartsWith("..", StringComparison.Ordinal) && File.Exists(relative)
            ? relative.Contains('/', StringComparison.Ordinal) ? relative : "./" + relative
            : path;
    }

    private static IReadOnlyList<string> Find()
    {
        string process = Environment.ProcessPath ?? "dbingest";
        return Path.GetFileNameWithoutExtension(process) == "dotnet"
            ? [process, typeof(ProgramCommand).Assembly.Location]
            : [process];
    }
}
