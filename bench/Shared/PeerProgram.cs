using System.Diagnostics;

namespace DbIngest.Bench;

/// <summary>
/// Runs a peer's program, waits for it to exit, and throws when it fails. Its messages never hold the arguments, which may have a
/// password.
/// </summary>
internal static class PeerProgram
{
    /// <summary>Runs the program and returns its standard output, then its standard error.</summary>
    /// <param name="program">The program.</param>
    /// <param name="arguments">Its arguments.</param>
    /// <param name="longest">Timeout after which it and its children are killed; null for none.</param>
    /// <param name="environment">Further environment variables; null for none.</param>
    /// <param name="folder">Its working folder; null for this process's.</param>
    /// <param name="input">The file for its standard input; null for this process's input.</param>
    public static string Run(string program, IEnumerable<string> arguments, TimeSpan? longest = null,
        IReadOnlyDictionary<string, string>? environment = null, string? folder = null, string? input = null)
    {
        var start = new ProcessStartInfo(input is null ? program : "sh", input is null ? arguments
            : ["-c", "input=$1; shift; exec \"$@\" <\"$input\"", "sh", input, program, .. arguments])
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = folder ?? string.Empty,
        };
        foreach (var (name, value) in environment ?? new Dictionary<string, string>(StringComparer.Ordinal))
        {
            start.Environment[name] = value;
        }

        using var process = Process.Start(start)!;
        var errors = process.StandardError.ReadToEndAsync();
        var output = process.StandardOutput.ReadToEndAsync();
        if (!process.WaitForExit(longest ?? Timeout.InfiniteTimeSpan))
        {
            process.Kill(entireProcessTree: true);
            process.WaitForExit();
            throw new InvalidOperationException(
                $"{program} did not end within {longest?.TotalSeconds:F0} s:\n{output.Result}{errors.Result}");
        }

        return process.ExitCode == 0
            ? output.Result + errors.Result
            // Without its arguments: an endpoint among them may hold a password.
            : throw new InvalidOperationException($"{program} ended with {process.ExitCode}:\n{output.Result}{errors.Result}");
    }
}
