using System.Diagnostics;

namespace DbIngest.Core.Pipeline;

/// <summary>The barrier before a trial: every lane reports ready, then all are let go with one common start on one clock.</summary>
internal sealed class StartSignal(int lanes) : IDisposable
{
    private readonly CountdownEvent _ready = new(lanes);
    private readonly ManualResetEventSlim _go = new(initialState: false, spinCount: 0);
    private long _start;

    /// <summary>The common start, once given.</summary>
    public long Timestamp => Volatile.Read(ref _start);

    /// <summary>Called by a lane that stands ready, or has failed to.</summary>
    public void Ready() => _ready.Signal();

    /// <summary>Waits until all lanes have reported.</summary>
    /// <param name="cancellation">Ends the waiting.</param>
    public void WaitReady(CancellationToken cancellation) => _ready.Wait(cancellation);

    /// <summary>Lets the lanes go.</summary>
    /// <param name="timestamp">The common start: now, or shortly ahead when several processes agreed on it.</param>
    public void Go(long timestamp)
    {
        Volatile.Write(ref _start, timestamp);
        _go.Set();
    }

    /// <summary>Called by a lane: waits for the common start.</summary>
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
