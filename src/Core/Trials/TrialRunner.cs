using DbIngest.Abstractions.Resources;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Audit;
using DbIngest.Core.Measurement;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Sources;
using DbIngest.Core.Targets;

namespace DbIngest.Core.Trials;

/// <summary>Executes a trial: prepare, ingest, settle, measure, audit, clean. Whatever fails ends in a result, not in an exception.</summary>
/// <param name="engine">Brings sources and writers together.</param>
/// <param name="retry">What happens to a batch whose write fails.</param>
/// <param name="observer">Is told of the phases.</param>
public sealed class TrialRunner(IIngestEngine engine, RetryPlan retry, ITrialObserver observer)
{
    /// <summary>How long the data of an abandoned trial may take to be dropped.</summary>
    private static readonly TimeSpan CleanGrace = TimeSpan.FromSeconds(0.3);

    /// <summary>For how long the machine is watched before a trial: the counters have a grain of 10 ms a core.</summary>
    private static readonly TimeSpan Watching = TimeSpan.FromMilliseconds(100);

    /// <summary>The seed of arrivals, where a point has a rate.</summary>
    public ulong Seed { get; init; }

    /// <summary>Counts the other runs of this program on the machine.</summary>
    public Func<int> OtherRuns { get; init; } = static () => 0;

    /// <summary>
    /// Whether its figures are meant: then the machine is watched before each trial, and the runtime brought to rest before its start. Else a trial starts at once.
    /// </summary>
    public bool IsMeasured { get; init; } = true;

    /// <summary>Brings this process's runtime to rest before the start, where trials are measured.</summary>
    internal Action Quiet { get; init; } = QuietRuntime.Await;

    /// <summary>Executes one trial.</summary>
    /// <param name="trial">The trial.</param>
    /// <param name="target">The target of its point, open.</param>
    /// <param name="workload">The workload of its point.</param>
    /// <param name="expected">The content that the workload's records must have.</param>
    /// <param name="keepData">Whether the data is left in the database.</param>
    /// <param name="cancellation">Abandons the trial: its data is dropped and no result made.</param>
    /// <returns>The result.</returns>
    /// <exception cref="OperationCanceledException">The trial was abandoned.</exception>
    public TrialResult Run(
        ScheduledTrial trial,
        ITarget target,
        IWorkload workload,
        ExpectedContent expected,
        bool keepData,
        CancellationToken cancellation)
    {
        var request = IngestRequest.Of(trial.Point, Seed, retry.For(trial.Point.Database)) with { Trial = trial.Trial };
        var table = request.TableOf(workload.Schema);
        var record = new TrialRecord(trial);
        bool answers = true;
        try
        {
            using var ingested = Ingest(trial, request, target, workload, table, record, cancellation);
            cancellation.ThrowIfCancellationRequested();
            if (ingested is not null)
            {
                Examine(trial, request, target, workload, expected, ingested, record, cancellation);
            }

            if (record.Details is { } details)
            {
                observer.Failed(trial, details);
            }

            return record.ToResult();
        }
        catch (LeftBehindException)
        {
            answers = false;
            throw;
        }
        finally
        {
            if (!answers)
            {
                NoteKept(trial);
            }
            else if (!keepData || cancellation.IsCancellationRequested)
            {
                Clean(trial, target, cancellation);
            }
        }
    }

    /// <summary>Prepares the schema and runs the timed region.</summary>
    /// <returns>The outcome and the sampler, which goes on while the database settles; null when it did not come to that.</returns>
    private Ingested? Ingest(
        ScheduledTrial trial,
        IngestRequest request,
        ITarget target,
        IWorkload workload,
        TrialTable table,
        TrialRecord record,
        CancellationToken cancellation)
    {
        try
        {
            record.OtherRuns = OtherRuns();
            record.OthersBefore = IsMeasured ? OthersShare(target) : null;
            Enter(trial, TrialPhase.Prepare);
            target.Prepare(table, cancellation);
            var baseline = target.MeasureSpace(cancellation);
            using var run = engine.Open(request, target, workload, cancellation);

            // The previous trial's garbage is not this trial's cost, nor is what it made the runtime compile.
            if (IsMeasured)
            {
                Quiet();
            }

            // The server's readers first: opening them walks through its processes' memory, which is the client's work but not its ingestion's.
            var server = target.OpenReaders();
            var sampler = new TrialSampler(run.OpenReaders(), server, () => run.AcknowledgedRecords)
            {
                IsClient = run.ClientProcesses.Contains(Environment.ProcessId),
            };
            long start = run.Start();
            sampler.Start(start);
            observer.PhaseStarted(trial, TrialPhase.Ingest, () => run.AcknowledgedRecords);
            var outcome = run.Wait();
            sampler.EndIngest();
            outcome = run.Conclude(outcome);
            record.Add(outcome);
            return new Ingested(baseline, outcome, sampler);
        }
        catch (Exception exception) when (TargetGuard.Catches(exception, cancellation))
        {
            record.Fail(TargetGuard.Of(exception, "made ready or written to"));
            return null;
        }
    }

    /// <summary>Finds out what became of the records. After a failure each step is still tried: any of them may be telling.</summary>
    private void Examine(
        ScheduledTrial trial,
        IngestRequest request,
        ITarget target,
        IWorkload workload,
        ExpectedContent expected,
        Ingested done,
        TrialRecord record,
        CancellationToken cancellation)
    {
        record.Try(
            "settling",
            () =>
            {
                Enter(trial, TrialPhase.Settle);
                target.Settle(cancellation);
                record.SettleS = done.Sampler.SinceIngestS();
            },
            cancellation);
        record.Add(done.Sampler.Stop());

        cancellation.ThrowIfCancellationRequested();
        record.Try(
            "measured",
            () =>
            {
                Enter(trial, TrialPhase.Measure);
                record.AddSpace(done.Baseline, target.MeasureSpace(cancellation));
            },
            cancellation);
        record.Try(
            "read back",
            () =>
            {
                Enter(trial, TrialPhase.Audit);
                var extents = done.Outcome.Extents(request.Point.RecordsPerSource);
                record.Audit = done.Outcome.Mix is { } mix
                    ? MixAudit.Run(target, workload, request, mix, cancellation)
                    : engine.Audit(request, target, workload, extents, cancellation)
                        ?? Auditor.Run(target, expected, workload.Schema.ValueCount, extents, cancellation);
            },
            cancellation);
    }

    private void Clean(ScheduledTrial trial, ITarget target, CancellationToken cancellation)
    {
        // A user who leaves does not wait for a database that may not answer, but one that does gets the time to drop a table.
        using var late = new CancellationTokenSource();
        using var registration = cancellation.Register(() => late.CancelAfter(CleanGrace));
        try
        {
            Enter(trial, TrialPhase.Clean);
            target.Clean(late.Token);
        }
        catch (OperationCanceledException) when (late.IsCancellationRequested)
        {
            NoteKept(trial);
        }
        catch (Exception exception)
        {
            // The next trial's preparation drops what is left; the figures of this one stand.
            var failure = TargetGuard.Of(exception, "cleaned");
            observer.Note($"The data of {trial.Point.Key}, trial {trial.Trial}, could not be dropped: {failure.Message}");
            if (failure.Details is { } details)
            {
                observer.Failed(trial, details);
            }
        }
    }

    private static double? OthersShare(ITarget target) => MachineWatch.OthersShare(
        [new LocalProcesses(() => [Environment.ProcessId], proportional: false), .. target.OpenReaders()], Watching);

    private void NoteKept(ScheduledTrial trial) => observer.Note(
        $"The database does not answer: the data of {trial.Point.Key}, trial {trial.Trial}, stays until the next trial there.");

    private void Enter(ScheduledTrial trial, TrialPhase phase) => observer.PhaseStarted(trial, phase, static () => 0);

    private sealed record Ingested(DiskSpace Baseline, IngestOutcome Outcome, TrialSampler Sampler) : IDisposable
    {
        public void Dispose() => Sampler.Dispose();
    }
}
