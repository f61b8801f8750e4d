using System.Diagnostics;
using DbIngest.Core.Audit;
using DbIngest.Core.Operations;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Trials;
using DbIngest.Runner.Execution;
using DbIngest.Runner.Opening;

namespace DbIngest.Runner.Pilots;

/// <summary>
/// Runs three small trials of one target, and one mix, for <c>plan</c>, including their audit, and estimates the cost of a trial
/// from them: a fixed part and a part per record. The first trial only warms up. All of them ignore duration, rate, fault and
/// prefill of the point. <c>PlanVerb</c> runs it once per target and mix. Its figures are rough and reach no result file.
/// </summary>
internal sealed class Pilot(SweepSession session)
{
    private const long SmallRecords = 1_000;
    private const long LargeRecords = 20_000;

    /// <summary>Measures one target. Deletes the data that earlier trials left in it.</summary>
    /// <param name="point">A point of the target. The pilot uses its sources, batch and values, and at most its records.</param>
    /// <param name="cancellation">Cancels the pilot.</param>
    /// <exception cref="PilotException">A trial did not complete.</exception>
    /// <exception cref="UnavailableException">The target cannot be started for its block.</exception>
    public PilotCost Run(Point point, CancellationToken cancellation)
    {
        // The pilot writes a number of records as fast as possible. Costs of a duration or rate are computed from that.
        var closed = point with { DurationS = null, Rate = null, OperationsPerSource = null, Fault = null, Prefill = null };
        // A lane of a mix needs records that it can read or change.
        long least = point.Mix is null ? 1 : OperationMix.LeastRecords(point.Batch, point.InFlight);
        var small = closed with { RecordsPerSource = Math.Min(Math.Max(least, SmallRecords), point.RecordsPerSource) };
        var large = closed with { RecordsPerSource = Math.Min(Math.Max(least, LargeRecords), point.RecordsPerSource) };
        RunOnce(small, cancellation);
        var (smallSeconds, _) = RunOnce(small, cancellation);
        var (largeSeconds, trial) = RunOnce(large, cancellation);

        // If both sizes are equal, they give no slope, so all of the time counts as time per record.
        double perRecord = large.TotalRecords > small.TotalRecords
            ? Math.Max(0, largeSeconds - smallSeconds) / (large.TotalRecords - small.TotalRecords)
            : largeSeconds / large.TotalRecords;
        double net = Math.Max(0, trial.Space!.Net.StoredBytes) / (double)Math.Max(1, trial.Audit!.StoredRecords);
        double log = Math.Max(0, trial.Space.Net.LogBytes) / (double)Math.Max(1, trial.Audit!.StoredRecords);
        double load = trial.Load is { } loaded ? loaded.LoadS / Math.Max(1, loaded.Records) : 0;
        return new PilotCost(
            Math.Max(0, largeSeconds - (perRecord * large.TotalRecords)),
            Math.Max(0, perRecord - load),
            load,
            trial.PerS,
            net,
            log,
            trial.Space.Baseline.StoredBytes);
    }

    private (double Seconds, TrialResult Trial) RunOnce(Point point, CancellationToken cancellation)
    {
        var workload = session.Workloads.For(point);
        long started = Stopwatch.GetTimestamp();
        var scheduled = new ScheduledTrial(0, point, 1, WarmUp: false);
        OpeningGuard.Run(point.Database, () => session.Targets.Deploy(scheduled));
        var trial = new TrialRunner(session.Engine, session.Retry, new SilentObserver())
        {
            RequestTimeout =
            session.Request.Access.RequestTimeout,
            IsMeasured = session.Request.RehearsalS > 0
        }.Run(
            scheduled,
            session.Targets.For(point),
            workload,
            new ExpectedContent(workload),
            keepData: false,
            cancellation);
        return trial.Status == TrialStatus.Complete
            ? (Stopwatch.GetElapsedTime(started).TotalSeconds, trial)
            : throw new PilotException(trial);
    }
}
