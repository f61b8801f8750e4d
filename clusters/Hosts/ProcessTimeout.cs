using System.Diagnostics;

namespace DbIngest.Clusters.Hosts;

/// <summary>
/// Kills a process and its children at a timeout or on cancellation, until this object is disposed. <see cref="HostShell"/>
/// creates one per command. Once disposed it kills nothing.
/// </summary>
internal sealed class ProcessTimeout : IDisposable
{
    private readonly CancellationTokenSource _limit;
    private readonly CancellationTokenRegistration _over;
    private readonly CancellationTokenRegistration _asked;

    /// <summary>Starts the timeout.</summary>
    /// <param name="process">The started process.</param>
    /// <param name="timeout">The timeout; infinite for none.</param>
    /// <param name="cancellation">Kills the process at once.</param>
    public ProcessTimeout(Process process, TimeSpan timeout, CancellationToken cancellation)
    {
        _limit = new(timeout);
        _over = _limit.Token.Register(() => Kill(process));
        _asked = cancellation.Register(() => Kill(process));
    }

    /// <summary>True when the timeout has passed.</summary>
    public bool IsOver => _limit.IsCancellationRequested;

    /// <inheritdoc/>
    public void Dispose()
    {
        _asked.Dispose();
        _over.Dispose();
        _limit.Dispose();
    }

    private static void Kill(Process process)
    {
        try
        {
            process.Kill(entireProcessTree: true);
        }
        catch (InvalidOperationException)
        {
            // The process has just ended.
        }
    }
}
