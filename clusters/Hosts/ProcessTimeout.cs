using System.ComponentModel;
using System.Diagnostics;
using DbIngest.Core.Targets;

namespace DbIngest.Clusters.Hosts;

/// <summary>
/// Kills a process and its children at a timeout or on cancellation, until this object is disposed. <see cref="HostShell"/> and
/// <see cref="LocalCommand"/> create one per command. Once disposed it kills nothing.
/// </summary>
internal sealed class ProcessTimeout : IDisposable
{
    private readonly CancellationTokenSource _limit;
    private readonly CancellationTokenSource _end;
    private readonly CancellationTokenRegistration _kill;

    /// <summary>Starts the timeout.</summary>
    /// <param name="process">The started process, with redirected input.</param>
    /// <param name="timeout">The timeout; infinite for none.</param>
    /// <param name="cancellation">Kills the process at once.</param>
    public ProcessTimeout(Process process, TimeSpan timeout, CancellationToken cancellation)
    {
        _limit = new(timeout);
        _end = CancellationTokenSource.CreateLinkedTokenSource(_limit.Token, cancellation);
        _kill = _end.Token.Register(() => Kill(process));
    }

    /// <summary>True when the timeout has passed.</summary>
    public bool IsOver => _limit.IsCancellationRequested;

    /// <summary>
    /// Talks with the process and waits for its end. After the kill, the wait is over within <see cref="Interruptible.Grace"/>: a
    /// process that this account cannot kill, or a child that outlives the process, may hold the pipes.
    /// </summary>
    /// <typeparam name="T">The type of the result.</typeparam>
    /// <param name="talk">Talks with the process and waits for its end. Runs on another thread.</param>
    /// <returns>The result; null if the talk has not ended.</returns>
    public T? Wait<T>(Func<T> talk)
    {
        try
        {
            return Interruptible.Run(talk, _end.Token);
        }
        catch (Exception exception) when (exception is OperationCanceledException
            || (exception is ObjectDisposedException && _end.IsCancellationRequested))
        {
            return default;
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _kill.Dispose();
        _end.Dispose();
        _limit.Dispose();
    }

    /// <summary>Kills a process, whose input is redirected, and its children.</summary>
    public static void Kill(Process process)
    {
        try
        {
            process.Kill(entireProcessTree: true);
        }
        catch (Exception exception) when (exception is InvalidOperationException or Win32Exception or AggregateException)
        {
            // The process has just ended, or runs as another user, for example by sudo. Then the end of its input ends it. The
            // writer is not closed, since it would first write its text, and the pipe may be full.
            process.StandardInput.BaseStream.Close();
        }
    }
}
