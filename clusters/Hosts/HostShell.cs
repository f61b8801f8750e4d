using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using DbIngest.Targets.Servers;

namespace DbIngest.Clusters.Hosts;

/// <summary>
/// Runs POSIX shell scripts on a node's machine: on this one directly, on others through a starter such as ssh.
/// <see cref="NodeFolder"/>, <see cref="HostMeasurements"/>, <c>HostInstall</c>, <c>NodeProbe</c> and the providers reach
/// every machine by it alone. <c>ClusterProvider.Shell</c> and <c>RunContainer</c> make a new one per use. It kills a script
/// on another machine at the timeout, and reads exit code 255 there as a machine that cannot be reached. It removes variables
/// with passwords from the environment of what it starts.
/// </summary>
/// <param name="host">The machine's name for the starter; null for this machine.</param>
/// <param name="starter">Starts commands on the machine; null for this machine.</param>
/// <param name="context">
/// Supplies the timeout and reports delays to the user; null for the default timeout and no reports.
/// </param>
/// <param name="secret">
/// The environment variable with the deployment's password, removed from the environment of every started process; null for none.
/// </param>
internal sealed class HostShell(string? host, HostStarter? starter, ClusterContext? context = null, string? secret = null)
{
    /// <summary>Timeout of slow commands: unpacking an archive, installing a package, initialising a data folder.</summary>
    public static readonly TimeSpan LongTimeout = TimeSpan.FromMinutes(30);


    // The exit code of ssh and container engines when they cannot reach the machine.
    private const int NotReached = 255;
    private const int LongestWords = 400;
    private static readonly TimeSpan DefaultTimeout = TimeSpan.FromMinutes(2);
    private static readonly TimeSpan Silence = TimeSpan.FromSeconds(5);

    /// <summary>True when a starter is used.</summary>
    public bool IsRemote => starter is not null;

    /// <summary>The machine's name for messages.</summary>
    public string Name => host ?? "this machine";

    /// <summary>Timeout of a quick command on another machine.</summary>
    public TimeSpan CommandTimeout => context?.HostTimeout ?? DefaultTimeout;

    /// <summary>Runs a script and waits for it to exit.</summary>
    /// <param name="script">POSIX shell text, which <c>sh -c</c> runs on the machine.</param>
    /// <param name="arguments">The script's arguments, from <c>$1</c> on.</param>
    /// <param name="input">The script's standard input; null for none.</param>
    /// <param name="timeout">Timeout on another machine; null for <see cref="CommandTimeout"/>. On this machine there is
    /// none.</param>
    /// <param name="cancellation">Kills the script.</param>
    /// <exception cref="ClusterException">The machine cannot be reached, or the timeout has passed.</exception>
    public HostAnswer Run(string script, IReadOnlyList<string> arguments, string? input = null, TimeSpan? timeout = null,
        CancellationToken cancellation = default) =>
        Run(script, arguments, writer => writer.Write(input), timeout, cancellation);

    /// <summary>Runs a script whose input is streamed, and waits for it to exit.</summary>
    /// <param name="script">POSIX shell text, which <c>sh -c</c> runs on the machine.</param>
    /// <param name="arguments">The script's arguments, from <c>$1</c> on.</param>
    /// <param name="write">Writes the script's standard input, which is closed afterwards.</param>
    /// <param name="timeout">Timeout on another machine; null for <see cref="CommandTimeout"/>.</param>
    /// <param name="cancellation">Kills the script.</param>
    /// <exception cref="ClusterException">The machine cannot be reached, or the timeout has passed.</exception>
    public HostAnswer Run(string script, IReadOnlyList<string> arguments, Action<StreamWriter> write, TimeSpan? timeout,
        CancellationToken cancellation)
    {
        using var process = Start(script, arguments);
        using var ending = Ending(process, timeout, cancellation);
        using var waiting = IsRemote
            ? new Timer(_ => context?.Say($"{Name} has not answered for 5 s; waiting."), null, Silence, Timeout.InfiniteTimeSpan)
            : null;
        var answer = ending.Wait(() => Answer(process, write));
        cancellation.ThrowIfCancellationRequested();
        if (ending.IsOver || answer is null)
        {
            throw new ClusterException(string.Create(
                CultureInfo.InvariantCulture,
                $"{Name} cannot be reached: '{process.StartInfo.FileName}' did not return within "
                + $"{(timeout ?? CommandTimeout).TotalSeconds:0} s and was killed; run it by hand to see whether it reaches "
                + $"the machine."));
        }

        return IsRemote && answer.ExitCode == NotReached
            ? throw new ClusterException($"{Name} cannot be reached: {answer.Words}")
            : answer;
    }

    /// <summary>Runs a script that must exit with 0.</summary>
    /// <param name="what">The action, as the start of an error message: <c>Starting a node</c>.</param>
    /// <param name="script">POSIX shell text, which <c>sh -c</c> runs on the machine.</param>
    /// <param name="arguments">The script's arguments, from <c>$1</c> on.</param>
    /// <param name="input">The script's standard input; null for none.</param>
    /// <param name="timeout">Timeout on another machine; null for <see cref="CommandTimeout"/>.</param>
    /// <param name="cancellation">Kills the script.</param>
    /// <returns>The script's standard output.</returns>
    /// <exception cref="ClusterException">The script failed, or the machine cannot be reached.</exception>
    public string Must(string what, string script, IReadOnlyList<string> arguments, string? input = null,
        TimeSpan? timeout = null, CancellationToken cancellation = default)
    {
        var answer = Run(script, arguments, input, timeout, cancellation);
        return answer.ExitCode == 0
            ? answer.Output
            : throw new ClusterException(
                string.Create(CultureInfo.InvariantCulture,
                $"{what} on {Name} failed (exit code {answer.ExitCode}): {answer.Words}"));
    }

    /// <summary>Starts a script whose input and output the caller handles. No password variable is in its environment.</summary>
    /// <param name="script">POSIX shell text, which <c>sh -c</c> runs on the machine.</param>
    /// <param name="arguments">The script's arguments, from <c>$1</c> on.</param>
    /// <exception cref="ClusterException">The starter's program cannot be started.</exception>
    public Process Start(string script, IReadOnlyList<string> arguments)
    {
        string[] command = ["sh", "-c", script, "dbingest", .. arguments];
        var start = starter?.Invoke(host!, command) ?? new ProcessStartInfo(command[0], command[1..]) { UseShellExecute = false };
        start.RedirectStandardInput = true;
        start.RedirectStandardOutput = true;
        start.RedirectStandardError = true;
        try
        {
            return Process.Start(start.WithoutPasswords(secret))!;
        }
        catch (Win32Exception exception)
        {
            throw new ClusterException(
                $"{start.FileName} cannot be started: {exception.Message}. Install it, or name another launcher.", exception);
        }
    }

    /// <summary>
    /// Kills a started script on cancellation and, on another machine, at the timeout. The caller disposes it when the script has
    /// exited.
    /// </summary>
    /// <param name="process">The started process of the script.</param>
    /// <param name="timeout">Timeout on another machine; null for <see cref="CommandTimeout"/>.</param>
    /// <param name="cancellation">Kills the script.</param>
    public ProcessTimeout Ending(Process process, TimeSpan? timeout, CancellationToken cancellation) =>
        new(process, IsRemote ? timeout ?? CommandTimeout : Timeout.InfiniteTimeSpan, cancellation);

    private static HostAnswer Answer(Process process, Action<StreamWriter> write)
    {
        var output = process.StandardOutput.ReadToEndAsync(CancellationToken.None);
        var errors = process.StandardError.ReadToEndAsync(CancellationToken.None);
        try
        {
            write(process.StandardInput);
        }
        catch (IOException)
        {
            // The script exited without reading, or what it shall read cannot be read: its exit code tells that.
        }

        Close(process);
        process.WaitForExit();
        return new(process.ExitCode, output.GetAwaiter().GetResult(), errors.GetAwaiter().GetResult());
    }

    /// <summary>Closes the script's input. A script that reads it would else wait for more.</summary>
    private static void Close(Process process)
    {
        try
        {
            process.StandardInput.Close();
        }
        catch (IOException)
        {
            // The script has exited. Its unread input does not matter.
        }
    }

    /// <summary>Joins lines for a message: repeated lines once, the last 400 characters at most.</summary>
    internal static string Shorten(string text)
    {
        string line = string.Join(" | ", text.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
            .Distinct(StringComparer.Ordinal));
        return line.Length <= LongestWords ? line : "..." + line[^LongestWords..];
    }
}

/// <summary>
/// The result of a script that has exited, whatever its exit code. <see cref="HostShell"/> returns it.
/// <see cref="NodeFolder"/>, all providers and <c>RunContainer</c> decide by its exit code.
/// </summary>
/// <param name="ExitCode">The script's exit code.</param>
/// <param name="Output">The script's standard output.</param>
/// <param name="Error">The script's standard error.</param>
internal sealed record HostAnswer(int ExitCode, string Output, string Error)
{
    /// <summary>The script's errors, or else its output, shortened for a message.</summary>
    public string Words => HostShell.Shorten(Error.Trim().Length > 0 ? Error : Output) is { Length: > 0 } words ? words
        : "it printed nothing";
}
