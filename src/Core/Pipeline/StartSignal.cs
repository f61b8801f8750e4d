using System.Diagnostics;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// The barrier before the timed region: every lane and probe reports ready, then one common start releases all of them.
/// <see cref="LocalIngestRun"/> owns one per ingestion. A lane or probe that fails to open must report as well, or the start
/// never comes.
/// </summary>
/// <param name="lanes">Lanes and probes that must report, at least 1.</param>
internal sealed class StartSignal(int lanes) : IDisposable
{
    private readonly CountdownEvent _ready = new(lanes);
    private readonly ManualResetEventSlim _go = new(initialState: false, spinCount: 0);
    private long _start;

    /// <summary>The common start in ticks of the monotonic clock, once it is set.</summary>
    public long Timestamp => Volatile.Read(ref _start);

    /// <summary>Reports that a lane or probe is ready or has failed to open. Each must call it exactly once.</summary>
    public void Ready() => _ready.Signal();

    /// <summary>Waits until all lanes and probes have reported.</summary>
    /// <param name="limit">How long to wait at most.</param>
    /// <param name="cancellation">Ends the wait.</param>
    /// <returns>True if all have reported. False after the limit.</returns>
    public bool WaitReady(TimeSpan limit, CancellationToken cancellation) => _ready.Wait(limit, cancellation);

    /// <summary>Releases all lanes and probes.</summary>
    /// <param name="timestamp">The common start in ticks of the monotonic clock, now or shortly ahead.</param>
    public void Go(long timestamp)
    {
        Volatile.Write(ref _start, timestamp);
        _go.Set();
    }

    /// <summary>Waits for the common start. Each lane and probe calls it.</summary>
    public void WaitStart()
    {
        _go.Wait();
        var ahead = Stopwatch.GetElapsedTime(Stopwatch.GetTimestamp(), Timestamp);
        if (ahead > TimeSpan.FromMilliseconds(2))
        {
            Thread.Sleep(ahead - TimeSpan.FromMilliseconds(1));
        }

        while (Stopwatch.GetTimestamp() < Timestamp)
        {
            Thread.Yield();
        }
    }

    public void Dispose()
    {
        _ready.Dispose();
        _go.Dispose();
    }
}
