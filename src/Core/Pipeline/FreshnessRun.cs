using System.Diagnostics;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Freshness;
using DbIngest.Core.Sources;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// The thread of a <see cref="FreshnessProbe"/>: from opening its connection over the common start to the end of the ingestion.
/// <see cref="LocalIngestRun"/> runs it beside its lanes. The ingestion never waits for it.
/// </summary>
internal sealed class FreshnessRun : IDisposable
{
    // The query under way when the ingestion ends. Then the client is told to give up.
    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(10);

    private readonly FreshnessProbe _probe;
    private readonly CancellationTokenSource _stop = new();
    private readonly ManualResetEventSlim _ended = new();
    private long _openingSince;

    private FreshnessRun(FreshnessProbe probe) => _probe = probe;

    /// <inheritdoc cref="FreshnessProbe.Newest"/>
    public NewestAcknowledgement Newest => _probe.Newest;

    /// <summary>Why a connection that is being opened is not waited for. Null where all is well.</summary>
    /// <param name="limit">How long opening may take.</param>
    public string? Stuck(TimeSpan limit) => Volatile.Read(ref _openingSince) is not 0 and var since
        && Stopwatch.GetElapsedTime(since) > limit
            ? FormattableString.Invariant($"The database did not open the connection of --freshness within {limit.TotalSeconds:0} s.")
            : null;

    /// <summary>Creates the probe of a process. Null where the request wants none.</summary>
    /// <param name="request">The request. Its rate is that of all sources.</param>
    /// <param name="target">The prepared target.</param>
    /// <param name="workload">Supplies the records.</param>
    /// <param name="firstSource">The first source of the process.</param>
    /// <param name="sources">Its sources.</param>
    public static FreshnessRun? For(IngestRequest request, ITarget target, IWorkload workload, int firstSource, int sources) =>
        request.Point.Freshness is not { } probes ? null
            : new(new FreshnessProbe(target, workload, firstSource, sources, probes.PerS * sources / request.Point.Sources.Total,
                request.ArrivalSeed));

    /// <summary>Starts the thread.</summary>
    /// <param name="signal">The barrier before the start.</param>
    /// <param name="failed">Told of a failure, which fails the trial.</param>
    /// <param name="writers">Ends queries.</param>
    public void Begin(StartSignal signal, Action<Exception> failed, CancellationToken writers) =>
        new Thread(() => Run(signal, failed, writers)) { IsBackground = true, Name = "freshness" }.Start();

    /// <summary>Stops the probing. A query under way goes on.</summary>
    public void Stop() => _stop.Cancel();

    /// <summary>Waits for the query under way.</summary>
    /// <param name="writers">Makes it give up where it takes too long.</param>
    /// <returns>What was seen. Null if that is not known.</returns>
    public FreshnessOutcome? End(CancellationTokenSource writers)
    {
        _stop.Cancel();
        if (!_ended.Wait(Grace))
        {
            _ = writers.CancelAsync();
        }

        return _ended.Wait(Grace) ? _probe.Outcome : null;
    }

    /// <summary>Closes the connection. Where a query still uses it, it ends with the process.</summary>
    public void Dispose()
    {
        _stop.Cancel();
        if (_ended.Wait(Grace))
        {
            _probe.Dispose();
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
            _probe.Open(writers);
            Volatile.Write(ref _openingSince, 0);
            isReady = true;
            signal.Ready();
            signal.WaitStart();
            _probe.Run(signal.Timestamp, _stop.Token);
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
