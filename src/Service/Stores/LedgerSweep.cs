namespace DbIngest.Service.Stores;

/// <summary>
/// Removes rows of the ledger that are older than 25 h when the service starts, and then every hour, at most 1,000 rows a
/// statement. <c>ServiceHost</c> owns one if the store keeps a ledger. A failure is only logged, and the next sweep tries again.
/// It must be disposed before the store. Disposing waits for a statement that runs.
/// </summary>
internal sealed class LedgerSweep : IDisposable
{
    /// <summary>
    /// How long the ledger recognises a request that is sent again: 24 h. Clients rely on it, and the schema publishes it.
    /// </summary>
    public static readonly TimeSpan Promised = TimeSpan.FromHours(24);

    /// <summary>
    /// Age at which a row is removed. The hour beyond the promise covers the time from the begin of a transaction, which dates
    /// the row, to the answer of its request.
    /// </summary>
    private static readonly TimeSpan Kept = Promised + TimeSpan.FromHours(1);

    private static readonly TimeSpan Interval = TimeSpan.FromHours(1);

    /// <summary>Most rows of a statement, since a statement that removes all rows could block requests for long.</summary>
    private const int RowsAtOnce = 1000;

    private readonly IStoreWork _work;
    private readonly Action<string> _log;
    private readonly CancellationTokenSource _stop = new();
    private readonly Task _running;

    /// <summary>Starts the first sweep in the background.</summary>
    /// <param name="work">Work on the store, which must live longer than this object.</param>
    /// <param name="log">Receives a line when the store does not answer. The next sweep then tries again.</param>
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
        catch (Exception failure) when (failure is not OperationCanceledException)
        {
            // A refusal, or a defect, must not end further sweeps: the ledger would grow for ever.
            _log($"Old rows of the ledger stay for another hour: {failure.Message}");
        }
    }
}
