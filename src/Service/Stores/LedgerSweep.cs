using DbIngest.Service.Problems;

namespace DbIngest.Service.Stores;

/// <summary>
/// Removes old rows of the ledger: when the service starts, and every hour. Disposing ends it after the statement that runs.
/// </summary>
internal sealed class LedgerSweep : IDisposable
{
    /// <summary>How long a request that is sent again is found.</summary>
    public static readonly TimeSpan Promised = TimeSpan.FromHours(24);

    /// <summary>A row is dated when its transaction begins, and its request may be answered later.</summary>
    private static readonly TimeSpan Kept = Promised + TimeSpan.FromHours(1);

    private static readonly TimeSpan Interval = TimeSpan.FromHours(1);

    /// <summary>Rows of a statement: one that removed them all could hold requests up for long.</summary>
    private const int RowsAtOnce = 1000;

    private readonly IStoreWork _work;
    private readonly Action<string> _log;
    private readonly CancellationTokenSource _stop = new();
    private readonly Task _running;

    /// <summary>Begins.</summary>
    /// <param name="work">Work on the store. It must live longer than this object.</param>
    /// <param name="log">Receives a line when the store does not answer.</param>
    public LedgerSweep(IStoreWork work, Action<string> log)
    {
        (_work, _log) = (work, log);
        _running = Task.Run(Run);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _stop.Cancel();
        _running.GetAwaiter().GetResult();
        _stop.Dispose();
    }

    private async Task Run()
    {
        using var timer = new PeriodicTimer(Interval);
        try
        {
            do
            {
                await Sweep();
            }
            while (await timer.WaitForNextTickAsync(_stop.Token));
        }
        catch (OperationCanceledException)
        {
            // The service is being stopped.
        }
    }

    private async Task Sweep()
    {
        try
        {
            while (await _work.Run(0, session => session.Forget(Kept, RowsAtOnce), _stop.Token) == RowsAtOnce)
            {
            }
        }
        catch (RefusalException refusal)
        {
            _log($"Old rows of the ledger stay for another hour: {refusal.Message}");
        }
    }
}
