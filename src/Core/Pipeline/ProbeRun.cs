using System.Diagnostics;
using System.Runtime.ExceptionServices;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Probing;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// Runs an <see cref="IProbe{TOutcome}"/> on a thread: opens its connection, waits for the common start, and probes until the
/// ingestion ends. <see cref="Probes"/> runs it beside the lanes of a process. The common start waits until the connection is
/// open or has failed. An exception of the probe, or a last query that does not end, fails the trial. Between the start and the
/// last acknowledgement no lane may ever wait for the probe.
/// </summary>
/// <typeparam name="TOutcome">What the probe saw.</typeparam>
/// <param name="probe">The probe, which the run disposes.</param>
internal sealed class ProbeRun<TOutcome>(IProbe<TOutcome> probe) : IDisposable
    where TOutcome : class
{
    private readonly CancellationTokenSource _stop = new();
    private readonly ManualResetEventSlim _ended = new();
    private Action<Exception>? _failed;
    private long _openingSince;
    private volatile bool _isCut;

    /// <summary>
    /// How long <see cref="End"/> waits for a query under way before it tells the client to give up, and how long after that. The
    /// default is 10 s.
    /// </summary>
    public TimeSpan Grace { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>Why the trial fails if the last query does not end, with the remedy. Null for words about questions.</summary>
    public string? Unended { get; init; }

    /// <summary>
    /// Says why the run must not wait any longer for the connection to open. Null unless opening has taken longer than the limit.
    /// </summary>
    /// <param name="limit">How long opening may take.</param>
    public string? Stuck(TimeSpan limit) => Volatile.Read(ref _openingSince) is not 0 and var since
        && Stopwatch.GetElapsedTime(since) > limit
            ? FormattableString.Invariant(
                $"The database did not open the connection of {probe.Option} within {limit.TotalSeconds:0} s.")
            : null;

    /// <summary>Starts the thread.</summary>
    /// <param name="signal">The barrier before the start.</param>
    /// <param name="failed">Called with a failure, which fails the trial: on the thread of the probe, or by <see cref="End"/>.
    /// </param>
    /// <param name="writers">Makes the clients of lanes and probes give up, which ends a query under way.</param>
    public void Begin(StartSignal signal, Action<Exception> failed, CancellationToken writers)
    {
        _failed = failed;
        BackgroundThread.Start(probe.Option, lack => Run(signal, failed, lack, writers));
    }

    /// <summary>Stops the probing: no further query begins. A query under way goes on. Does not wait.</summary>
    public void Stop() => _stop.Cancel();

    /// <summary>
    /// Stops the probing and waits for the query under way, at most twice <see cref="Grace"/>. Called once the lanes have ended
    /// or are left behind.
    /// </summary>
    /// <param name="writers">
    /// Is cancelled if the query takes longer than <see cref="Grace"/>, and makes its client give up.
    /// </param>
    /// <returns>What the probe saw. Null if the query did not end even then, which fails the trial.</returns>
    public TOutcome? End(CancellationTokenSource writers)
    {
        _stop.Cancel();
        if (!_ended.Wait(Grace))
        {
            _isCut = true;
            _ = writers.CancelAsync();
        }

        if (_ended.Wait(Grace))
        {
            return probe.Outcome;
        }

        // What the probe saw cannot be read while it runs, and a trial without it must not count as complete.
        _failed?.Invoke(TookTooLong());
        return null;
    }

    /// <summary>
    /// Stops the probing and closes the connection. If a query still uses the connection after <see cref="Grace"/>, the
    /// connection stays open until the process ends.
    /// </summary>
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

    private void Run(StartSignal signal, Action<Exception> failed, OutOfMemoryException? lack, CancellationToken writers)
    {
        bool isReady = false;
        try
        {
            if (lack is not null)
            {
                ExceptionDispatchInfo.Throw(lack);
            }

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
            // A query that was cut was not interrupted by the user.
            failed(_isCut && exception is OperationCanceledException ? TookTooLong() : exception);
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

    private TargetException TookTooLong() => new(Unended
        ?? $"The last query of {probe.Option} did not end soon after the ingestion, so that what was seen is not known; ask less "
            + $"often, or leave {probe.Option} out.");
}
