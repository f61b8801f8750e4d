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

/// <summary>
/// Executes one trial: prepare, ingest, settle, measure, audit, clean. The sweep runner, the warm-up and the pilot of <c>plan</c>
/// call it. A failure becomes part of the result, so that the sweep continues.
/// </summary>
/// <param name="engine">Opens the ingestion.</param>
/// <param name="retry">The retries of each database.</param>
/// <param name="observer">Receives the phases.</param>
public sealed class TrialRunner(IIngestEngine engine, RetryPlan retry, ITrialObserver observer)
{
    /// <summary>Longest time to drop the data of an abandoned trial.</summary>
    private static readonly TimeSpan CleanGrace = TimeSpan.FromSeconds(0.3);

    /// <summary>
    /// How long the load of the machine is sampled before a trial. CPU counters have a resolution of 10 ms per core.
    /// </summary>
    private static readonly TimeSpan Watching = TimeSpan.FromMilliseconds(100);

    /// <summary>Seed of arrivals and operations.</summary>
    public ulong Seed { get; init; }

    /// <summary>How long one request to the database may take.</summary>
    public TimeSpan RequestTimeout { get; init; } = TimeSpan.FromSeconds(90);

    /// <summary>Counts other runs of this program on the machine.</summary>
    public Func<int> OtherRuns { get; init; } = static () => 0;

    /// <summary>
    /// True if the figures count: then the load of the machine is sampled before each trial and the runtime brought to rest
    /// before the common start. False starts a trial at once.
    /// </summary>
    public bool IsMeasured { get; init; } = true;

    /// <summary>Brings the runtime of this process to rest.</summary>
    internal Action Quiet { get; init; } = QuietRuntime.Await;

    /// <summary>Executes one trial. Deletes the data that earlier trials left in the target.</summary>
    /// <param name="trial">The trial.</param>
    /// <param name="target">The open target of its point.</param>
    /// <param name="workload">The workload of its point.</param>
    /// <param name="expected">Computes the expected content of the workload.</param>
    /// <param name="keepData">True leaves the data in the database.</param>
    /// <param name="cancellation">Abandons the trial. Its data is dropped and it has no result.</param>
    /// <exception cref="OperationCanceledException">The trial was abandoned.</exception>
    public TrialResult Run(
        ScheduledTrial trial,
        ITarget target,
        IWorkload workload,
        ExpectedContent expected,
        bool keepData,
        CancellationToken cancellation)
    {
        var request = IngestRequest.Of(trial.Point, Seed, retry.For(trial.Point.Database)) with
        {
            Trial = trial.Trial,
            RequestTimeout = RequestTimeout
        };
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

    /// <summary>Prepares the table and runs the timed region.</summary>
    /// <returns>The outcome and the sampler, which continues while the database settles. Null if either step failed.</returns>
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
            if (request.Point.Mix is not null)
            {
                var load = InitialLoad.Run(engine, request, target, workload, cancellation);
                cancellation.ThrowIfCancellationRequested();
                if (load.Error is not null)
                {
                    throw new TargetException($"The records could not be loaded before the mix: {load.Error}") { Details = load.ErrorDetails };
                }
            }

            using var run = engine.Open(request, target, workload, cancellation);

            // Garbage and compilations of the previous trial must not fall into this one.
            if (IsMeasured)
            {
                Quiet();
            }

            // The readers of the server open first: they walk through the memory of its processes, which is work of the client
            // before its ingestion.
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

    /// <summary>Settles, measures and audits. After a failure the remaining steps still run, since each may explain it.</summary>
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
                        ?? Auditor.Run(target, expected, workload.Schema.ValueCount, extents, cancellation,
                            requestTimeout: RequestTimeout);
            },
            cancellation);
    }

    private void Clean(ScheduledTrial trial, ITarget target, CancellationToken cancellation)
    {
        // A user who interrupts must not wait for a database that does not answer. One that answers has time to drop a table.
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
            // The next trial's preparation drops what is left. The figures of this trial remain valid.
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

    /// <summary>The result of the timed region, for the phases after it. Disposing it ends the sampler.</summary>
    private sealed record Ingested(DiskSpace Baseline, IngestOutcome Outcome, TrialSampler Sampler) : IDisposable
    {
        public void Dispose() => Sampler.Dispose();
    }
}
