using System.Diagnostics;

namespace DbIngest.Clusters.Hosts;

/// <summary>Kills a process, with those that it has started, when it takes too long or nobody waits for it any more.</summary>
internal sealed class HostEnding : IDisposable
{
    private readonly CancellationTokenSource _limit;
    private readonly CancellationTokenRegistration _over;
    private readonly CancellationTokenRegistration _asked;

    /// <summary>Begins the time.</summary>
    /// <param name="process">The process.</param>
    /// <param name="longest">How long it may take.</param>
    /// <param name="cancellation">Kills it at once.</param>
    public HostEnding(Process process, TimeSpan longest, CancellationToken cancellation)
    {
        _limit = new(longest);
        _over = _limit.Token.Register(() => Kill(process));
        _asked = cancellation.Register(() => Kill(process));
    }

    /// <summary>Whether it took too long.</summary>
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
            // It has just ended.
        }
    }
}
