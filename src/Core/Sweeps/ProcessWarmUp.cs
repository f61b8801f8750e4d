using DbIngest.Abstractions.Targets;
using DbIngest.Core.Audit;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Sources;
using DbIngest.Core.Trials;

namespace DbIngest.Core.Sweeps;

/// <summary>
/// After each start of the program, also of one that goes on with a sweep, brings every process to the same warm state before a
/// trial counts: one small trial from end to end, then the ingestion alone until it is warm. Its results are thrown away.
/// </summary>
/// <param name="engine">Brings sources and writers together; its source processes become warm too.</param>
/// <param name="retry">What happens to a batch whose write fails.</param>
/// <param name="seed">The seed of arrivals, where a point has a rate.</param>
/// <param name="observer">Is told what came of it.</param>
public sealed class ProcessWarmUp(IIngestEngine engine, RetryPlan retry, ulong seed, ISweepObserver observer)
{
    /// <summary>Records a source of the small trial, at most.</summary>
    private const long SmallRecords = 10_000;

    /// <summary>For how long the small trial, and each repetition after it, begins batches at most.</summary>
    private const double MostS = 0.5;

    /// <summary>For how long at most the ingestion alone is repeated.</summary>
    public TimeSpan Warming { get; init; } = WarmUpLoop.Longest;

    private readonly HashSet<(ITarget, IWorkload, string Processes, string Code)> _done = [];

    /// <summary>Rehearses a point, unless one that runs the same code in as many processes was rehearsed before.</summary>
    /// <param name="point">The point.</param>
    /// <param name="target">Its target.</param>
    /// <param name="workload">Its workload.</param>
    /// <param name="expected">The content that the workload's records must have.</param>
    /// <param name="cancellation">Ends it early.</param>
    /// <exception cref="OperationCanceledException">It was ended early.</exception>
    public void Run(Point point, ITarget target, IWorkload workload, ExpectedContent expected, CancellationToken cancellation)
    {
        // Processes warm up, not sources: points with as many processes on the same hosts share them.
        string processes = string.Join('+', point.Sources.Groups.Select(group => group.Host));
        string code = string.Join('+', SweepAxes.All.Where(axis => axis.RunsOtherCode && point.Axes[axis] is not null));
        var kind = (target, workload, processes, code);
        if (!_done.Add(kind))
        {
            return;
        }

        observer.WorkStarted($"warming up {point.Database}", TimeSpan.FromSeconds(MostS) + Warming);
        try
        {
            if (RunSmallTrial(point, target, workload, expected, cancellation) is { } failure)
            {
                throw new TargetException(failure);
            }

            var burst = point with
            {
                RecordsPerSource = Math.Max(point.RecordsPerSource, Calibrator.RecordsPerSource(point.Sources.Total, point.Batch)),
                DurationS = MostS,
                Rate = null,
            };
            var request = IngestRequest.Of(burst, seed, retry.For(point.Database));
            bool isWarm = WarmUpLoop.Run(new IngestBurst(engine, target, workload, request), Warming, cancellation);
            target.Clean(cancellation);
            observer.WarmedUp(point, isWarm);
        }
        catch (TargetException exception)
        {
            // The trial that comes next meets the same, and is recorded. Rehearsed again then: it may be a passing failure.
            _done.Remove(kind);
            observer.Note($"{point.Database} could not be rehearsed, so its next trial may meet cold code: {exception.Message}");
        }
    }

    private string? RunSmallTrial(Point point, ITarget target, IWorkload workload, ExpectedContent expected, CancellationToken cancellation)
    {
        var small = point with
        {
            RecordsPerSource = Math.Min(SmallRecords, point.RecordsPerSource),
            DurationS = point.Rate is null && point.DurationS is null ? null : Math.Min(MostS, point.DurationS ?? MostS),
        };
        var result = new TrialRunner(engine, retry, new Silence()) { Seed = seed }.Run(
            new ScheduledTrial(0, small, 1, WarmUp: true), target, workload, expected, keepData: false, cancellation);
        return result.Status == TrialStatus.Complete ? null : result.Error ?? "its audit failed";
    }

    private sealed class Silence : ITrialObserver
    {
        public void PhaseStarted(ScheduledTrial trial, TrialPhase phase, Func<long> acknowledged)
        {
        }

        public void Note(string message)
        {
        }
    }
}
