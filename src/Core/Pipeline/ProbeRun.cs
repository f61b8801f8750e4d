using System.Diagnostics;
using DbIngest.Core.Probing;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// The thread of an <see cref="IProbe{TOutcome}"/>: from opening its connection over the common start to the end of the
/// ingestion. <see cref="Probes"/> runs it beside the lanes of a process. The ingestion never waits for it.
/// </summary>
/// <typeparam name="TOutcome">What the probe saw.</typeparam>
/// <param name="probe">The probe, which the run disposes.</param>
internal sealed class ProbeRun<TOutcome>(IProbe<TOutcome> probe) : IDisposable
    where TOutcome : class
{
    // The query under way when the ingestion ends. Then the client is told to give up.
    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(10);

    private readonly CancellationTokenSource _stop = new();
    private readonly ManualResetEventSlim _ended = new();
    private long _openingSince;

    /// <summary>Why a connection that is being opened is not waited for. Null where all is well.</summary>
    /// <param name="limit">How long opening may take.</param>
    public string? Stuck(TimeSpan limit) => Volatile.Read(ref _openingSince) is not 0 and var since
        && Stopwatch.GetElapsedTime(since) > limit
            ? FormattableString.Invariant(
                $"The database did not open the connection of {probe.Option} within {limit.TotalSeconds:0} s.")
            : null;

    /// <summary>Starts the thread.</summary>
    /// <param name="signal">The barrier before the start.</param>
    /// <param name="failed">Told of a failure, which fails the trial.</param>
    /// <param name="writers">Ends queries.</param>
    public void Begin(StartSignal signal, Action<Exception> failed, CancellationToken writers) =>
        new Thread(() => Run(signal, failed, writers)) { IsBackground = true, Name = probe.Option }.Start();

    /// <summary>Stops the probing. A query under way goes on.</summary>
    public void Stop() => _stop.Cancel();

    /// <summary>Waits for the query under way.</summary>
    /// <param name="writers">Makes it give up where it takes too long.</param>
    /// <returns>What was seen. Null if that is not known.</returns>
    public TOutcome? End(CancellationTokenSource writers)
    {
        _stop.Cancel();
        if (!_ended.Wait(Grace))
        {
            _ = writers.CancelAsync();
        }

        return _ended.Wait(Grace) ? probe.Outcome : null;
    }

    /// <summary>Closes the connection. Where a query still uses it, it ends with the process.</summary>
    public void Dispose()
    {
        _stop.Cancel();
        if (_ended.Wait(Grace))
        {
            probe.Dispose();
            _stop.Dispose();
            _ended.Dispose();
        }
    }

    private void Run(StartSignal signal, Action<Exception> failed, CancellationToken writers)
    {
        bool isReady = false;
        try
        {
            Volatile.Write(ref _openingSince, Stopwatch.GetTimestamp());
            probe.Open(writers);
            Volatile.Write(ref _openingSince, 0);
            isReady = true;
            signal.Ready();
            signal.WaitStart();
            probe.Run(signal.Timestamp, _stop.Token);
        }
        catch (Exception exception)
        {
            failed(exception);
            if (!isReady)
            {
                Volatile.Write(ref _openingSince, 0);
                signal.Ready();
            }
        }
        finally
        {
            _ended.Set();
        }
    }
}
