using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;

namespace DbIngest.Clusters.Hosts;

/// <summary>Runs words of the POSIX shell on a node's machine: this one, or one that a starter reaches.</summary>
/// <param name="host">The machine; null for this one.</param>
/// <param name="starter">What reaches it; null for this one.</param>
/// <param name="context">What every command works with; null where nobody waits.</param>
/// <param name="secret">The environment variable that has the deployment's password, which nothing that is started here inherits; null for none.</param>
internal sealed class HostShell(string? host, HostStarter? starter, ClusterContext? context = null, string? secret = null)
{
    /// <summary>How long what takes its time may take: an archive, a package, making a data folder.</summary>
    public static readonly TimeSpan Long = TimeSpan.FromMinutes(30);


    // What ssh and container engines return when they did not get there.
    private const int NotReached = 255;
    private const int LongestWords = 400;
    private static readonly TimeSpan Usual = TimeSpan.FromMinutes(2);
    private static readonly TimeSpan Silence = TimeSpan.FromSeconds(5);

    /// <summary>Whether the machine is another one.</summary>
    public bool IsRemote => starter is not null;

    /// <summary>The machine, for people.</summary>
    public string Name => host ?? "this machine";

    /// <summary>How long another machine may take for what needs no time of its own.</summary>
    public TimeSpan Patience => context?.HostPatience ?? Usual;

    /// <summary>Runs a script to its end.</summary>
    /// <param name="script">The script; its first argument is <c>$1</c>.</param>
    /// <param name="arguments">Its arguments.</param>
    /// <param name="input">What it reads; null for nothing.</param>
    /// <param name="longest">How long another machine may take; null for the usual time.</param>
    /// <param name="cancellation">Ends it early.</param>
    /// <exception cref="ClusterException">The machine cannot be reached, or does not answer in time.</exception>
    public HostAnswer Run(string script, IReadOnlyList<string> arguments, string? input = null, TimeSpan? longest = null, CancellationToken cancellation = default) =>
        Run(script, arguments, writer => writer.Write(input), longest, cancellation);

    /// <summary>Runs a script to its end.</summary>
    /// <param name="script">The script.</param>
    /// <param name="arguments">Its arguments.</param>
    /// <param name="write">Writes what it reads.</param>
    /// <param name="longest">How long another machine may take; null for the usual time.</param>
    /// <param name="cancellation">Ends it early.</param>
    /// <exception cref="ClusterException">The machine cannot be reached, or does not answer in time.</exception>
    public HostAnswer Run(string script, IReadOnlyList<string> arguments, Action<StreamWriter> write, TimeSpan? longest, CancellationToken cancellation)
    {
        using var process = Start(script, arguments);
        using var ending = Ending(process, longest, cancellation);
        using var waiting = IsRemote ? new Timer(_ => context?.Say($"{Name} has not answered for 5 s; waiting."), null, Silence, Timeout.InfiniteTimeSpan) : null;
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
        if (ending.IsOver)
        {
            throw new ClusterException(string.Create(
                CultureInfo.InvariantCulture,
                $"{Name} cannot be reached: '{process.StartInfo.FileName}' did not return within {(longest ?? Patience).TotalSeconds:0} s and was ended; see whether it reaches the machine when you run it by hand."));
        }

        var answer = new HostAnswer(process.ExitCode, output.GetAwaiter().GetResult(), errors.GetAwaiter().GetResult());
        return IsRemote && answer.ExitCode == NotReached
            ? throw new ClusterException($"{Name} cannot be reached: {answer.Words}")
            : answer;
    }

    /// <summary>Runs a script that must succeed.</summary>
    /// <param name="what">What it does, as the beginning of a sentence on its failure.</param>
    /// <param name="script">The script.</param>
    /// <param name="arguments">Its arguments.</param>
    /// <param name="input">What it reads; null for nothing.</param>
    /// <param name="longest">How long another machine may take; null for the usual time.</param>
    /// <param name="cancellation">Ends it early.</param>
    /// <returns>What it printed.</returns>
    /// <exception cref="ClusterException">It failed, or the machine cannot be reached.</exception>
    public string Must(string what, string script, IReadOnlyList<string> arguments, string? input = null, TimeSpan? longest = null, CancellationToken cancellation = default)
    {
        var answer = Run(script, arguments, input, longest, cancellation);
        return answer.ExitCode == 0
            ? answer.Output
            : throw new ClusterException(string.Create(CultureInfo.InvariantCulture, $"{what} on {Name} failed (exit code {answer.ExitCode}): {answer.Words}"));
    }

    /// <summary>Starts a script whose input and output the caller uses. It inherits no password.</summary>
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
        foreach (string name in start.Environment.Keys.Where(IsSecret).ToList())
        {
            start.Environment.Remove(name);
        }

        try
        {
            return Process.Start(start)!;
        }
        catch (Win32Exception exception)
        {
            throw new ClusterException($"{start.FileName} cannot be started: {exception.Message}. Install it, or name another launcher.", exception);
        }
    }

    /// <summary>Ends a started script early: when that is asked for, and on another machine when it takes too long.</summary>
    /// <param name="process">The script.</param>
    /// <param name="longest">How long another machine may take; null for the usual time.</param>
    /// <param name="cancellation">Asks for it.</param>
    public HostEnding Ending(Process process, TimeSpan? longest, CancellationToken cancellation) =>
        new(process, IsRemote ? longest ?? Patience : Timeout.InfiniteTimeSpan, cancellation);

    /// <summary>A text cut to what a message has room for; a line that repeats stands once.</summary>
    internal static string Shorten(string text)
    {
        string line = string.Join(" | ", text.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries).Distinct(StringComparer.Ordinal));
        return line.Length <= LongestWords ? line : "..." + line[^LongestWords..];
    }

    private bool IsSecret(string name) =>
        name == secret || (name.StartsWith("DBINGEST_", StringComparison.Ordinal) && name.EndsWith("_PASSWORD", StringComparison.Ordinal));
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
