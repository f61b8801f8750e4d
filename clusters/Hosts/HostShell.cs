using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;

namespace DbIngest.Clusters.Hosts;

/// <summary>Runs words of the POSIX shell on a node's machine: this one, or one that a starter reaches.</summary>
/// <param name="host">The machine; null for this one.</param>
/// <param name="starter">What reaches it; null for this one.</param>
internal sealed class HostShell(string? host, HostStarter? starter)
{
    // What ssh and container engines return when they did not get there.
    private const int NotReached = 255;
    private const int LongestWords = 400;

    /// <summary>Whether the machine is another one.</summary>
    public bool IsRemote => starter is not null;

    /// <summary>The machine, for people.</summary>
    public string Name => host ?? "this machine";

    /// <summary>Runs a script to its end.</summary>
    /// <param name="script">The script; its first argument is <c>$1</c>.</param>
    /// <param name="arguments">Its arguments.</param>
    /// <param name="input">What it reads; null for nothing.</param>
    /// <param name="cancellation">Ends it early.</param>
    /// <exception cref="ClusterException">The machine cannot be reached.</exception>
    public HostAnswer Run(string script, IReadOnlyList<string> arguments, string? input = null, CancellationToken cancellation = default) =>
        Run(script, arguments, writer => writer.Write(input), cancellation);

    /// <summary>Runs a script to its end.</summary>
    /// <param name="script">The script.</param>
    /// <param name="arguments">Its arguments.</param>
    /// <param name="write">Writes what it reads.</param>
    /// <param name="cancellation">Ends it early.</param>
    /// <exception cref="ClusterException">The machine cannot be reached.</exception>
    public HostAnswer Run(string script, IReadOnlyList<string> arguments, Action<StreamWriter> write, CancellationToken cancellation)
    {
        using var process = Start(script, arguments);
        using var ending = cancellation.Register(() => Kill(process));
        var output = process.StandardOutput.ReadToEndAsync(CancellationToken.None);
        var errors = process.StandardError.ReadToEndAsync(CancellationToken.None);
        try
        {
            write(process.StandardInput);
            process.StandardInput.Close();
        }
        catch (IOException)
        {
            // It ended without reading: its exit code says why.
        }

        process.WaitForExit();
        cancellation.ThrowIfCancellationRequested();
        var answer = new HostAnswer(process.ExitCode, output.GetAwaiter().GetResult(), errors.GetAwaiter().GetResult());
        return starter is not null && answer.ExitCode == NotReached
            ? throw new ClusterException($"{Name} cannot be reached: {answer.Words}")
            : answer;
    }

    /// <summary>Runs a script that must succeed.</summary>
    /// <param name="what">What it does, as the beginning of a sentence on its failure.</param>
    /// <param name="script">The script.</param>
    /// <param name="arguments">Its arguments.</param>
    /// <param name="input">What it reads; null for nothing.</param>
    /// <param name="cancellation">Ends it early.</param>
    /// <returns>What it printed.</returns>
    /// <exception cref="ClusterException">It failed, or the machine cannot be reached.</exception>
    public string Must(string what, string script, IReadOnlyList<string> arguments, string? input = null, CancellationToken cancellation = default)
    {
        var answer = Run(script, arguments, input, cancellation);
        return answer.ExitCode == 0
            ? answer.Output
            : throw new ClusterException(string.Create(CultureInfo.InvariantCulture, $"{what} on {Name} failed (exit code {answer.ExitCode}): {answer.Words}"));
    }

    /// <summary>Starts a script whose input and output the caller uses.</summary>
    /// <param name="script">The script.</param>
    /// <param name="arguments">Its arguments.</param>
    /// <exception cref="ClusterException">What starts it is not there.</exception>
    public Process Start(string script, IReadOnlyList<string> arguments)
    {
        string[] command = ["sh", "-c", script, "dbingest", .. arguments];
        var start = starter?.Invoke(host!, command) ?? new ProcessStartInfo(command[0], command[1..]) { UseShellExecute = false };
        start.RedirectStandardInput = true;
        start.RedirectStandardOutput = true;
        start.RedirectStandardError = true;
        try
        {
            return Process.Start(start)!;
        }
        catch (Win32Exception exception)
        {
            throw new ClusterException($"{start.FileName} cannot be started: {exception.Message}. Install it, or name another launcher.", exception);
        }
    }

    /// <summary>A text cut to what a message has room for.</summary>
    internal static string Shorten(string text)
    {
        string line = string.Join(" | ", text.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries));
        return line.Length <= LongestWords ? line : "..." + line[^LongestWords..];
    }

    private static void Kill(Process process)
    {
        try
        {
            process.Kill(entireProcessTree: true);
        }
        catch (InvalidOperationException)
        {
            // It has just ended.
        }
    }
}

/// <summary>What became of a script.</summary>
/// <param name="ExitCode">Its exit code.</param>
/// <param name="Output">What it printed.</param>
/// <param name="Error">What it printed as errors.</param>
internal sealed record HostAnswer(int ExitCode, string Output, string Error)
{
    /// <summary>What it said, for a message.</summary>
    public string Words => HostShell.Shorten(Error.Trim().Length > 0 ? Error : Output) is { Length: > 0 } words ? words : "it said nothing";
}
