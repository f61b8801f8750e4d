using System.Diagnostics;
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
/// Executes one trial: prepare, load before a mix or with <c>--prefill</c>, ingest, settle, measure, audit, clean. Preparing
/// deletes what the table holds. A trial of a mix may reuse the records that the trial before it has only read.
/// <see cref="Sweeps.SweepRunner"/>, <see cref="Sweeps.ProcessWarmUp"/> and <c>Pilot</c> of <c>plan</c> call it on one thread. A
/// failure becomes part of the result, and only an abandoned trial throws.
/// </summary>
/// <param name="engine">Opens the ingestion.</param>
/// <param name="retry">The retries of each database.</param>
/// <param name="observer">Receives the phases.</param>
public sealed class TrialRunner(IIngestEngine engine, RetryPlan retry, ITrialObserver observer)
{
    /// <summary>
    /// How long the load of the machine is sampled before a trial. CPU counters have a resolution of 10 ms per core.
    /// </summary>
    private static readonly TimeSpan Watching = TimeSpan.FromMilliseconds(100);

    private HeldLoad? _held;

    /// <summary>Seed of arrivals and operations.</summary>
    public ulong Seed { get; init; }

    /// <summary>How long one request to the database may take.</summary>
    public TimeSpan RequestTimeout { get; init; } = TimeSpan.FromSeconds(90);

    /// <summary>Returns the number of other runs of this program on the machine. Called before each trial.</summary>
    public Func<int> OtherRuns { get; init; } = static () => 0;

    /// <summary>
    /// True if the figures count. The runner then samples the load of the machine for 0.1 s before each trial, and brings the
    /// runtime to rest before the common start. False leaves both out.
    /// </summary>
    public bool IsMeasured { get; init; } = true;

    /// <summary>Brings the runtime of this process to rest.</summary>
    internal Action Quiet { get; init; } = QuietRuntime.Await;

    /// <summary>Executes one trial. Preparing deletes the data that earlier trials left in the target.</summary>
    /// <param name="trial">The trial.</param>
    /// <param name="target">The open target of its point.</param>
    /// <param name="workload">The workload of its point.</param>
    /// <param name="expected">Computes the expected content of the workload.</param>
    /// <param name="keepData">True leaves the data in the database, unless the trial is abandoned.</param>
    /// <param name="cancellation">Abandons the trial, which then has no result. Its data is dropped within 0.3 s or kept.</param>
    /// <param name="next">
    /// The trial that follows at once, if any. If this trial only reads and the next trial needs the same records, the records
    /// stay loaded. So the caller must call <see cref="Release"/> after the last trial of a row.
    /// </param>
    /// <exception cref="OperationCanceledException">
    /// The trial was abandoned. After a <see cref="LeftBehindException"/> only dispose the target.
    /// </exception>
    public TrialResult Run(
        ScheduledTrial trial,
        ITarget target,
        IWorkload workload,
        ExpectedContent expected,
        bool keepData,
        CancellationToken cancellation,
        ScheduledTrial? next = null)
    {
        var request = IngestRequest.Of(trial.Point, Seed, retry.For(trial.Point.Database)) with
        {
            Trial = trial.Trial,
            RequestTimeout = RequestTimeout
        };
        var table = request.TableOf(workload.Schema);
        var record = new TrialRecord(trial);
        bool answers = true;
        bool isAbandoned = true;
        var used = TakeHeld(trial, target, workload, cancellation);
        try
        {
            using var ingested = Ingest(trial, request, target, workload, table, record, ref used, cancellation);
            cancellation.ThrowIfCancellationRequested();
            if (ingested is not null)
            {
                Examine(trial, request, target, workload, expected, ingested, record, cancellation);
            }

            if (record.Details is { } details)
            {
                observer.Failed(trial, details);
            }

            var result = record.ToResult();
            _held = used is not null && next is not null && result.Status == TrialStatus.Complete && used.Suits(next)
                && trial.Point.Mix!.IsReadOnly && !ServerRestart.IsAsked(next.Point) && used.IsStored(cancellation)
                    ? used
                    : null;
            isAbandoned = false;
            return result;
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
            else if (isAbandoned || (!keepData && _held is null))
            {
                Clean(trial, target, cancellation);
            }
        }
    }

    /// <summary>Drops the records that a trial left loaded for the next trial, if no trial has taken them.</summary>
    /// <param name="cancellation">Once cancelled, limits the dropping to 0.3 s.</param>
    public void Release(CancellationToken cancellation)
    {
        if (_held is { } held)
        {
            _held = null;
            Clean(new ScheduledTrial(held.Load.Position, held.Point, 1, WarmUp: false), held.Target, cancellation);
        }
    }

    /// <summary>Forgets the records that a trial left loaded, because the process warm-up has replaced the table.</summary>
    public void Forget() => _held = null;

    /// <summary>Returns the load that the last trial left if this trial needs that load. Otherwise drops it.</summary>
    private HeldLoad? TakeHeld(ScheduledTrial trial, ITarget target, IWorkload workload, CancellationToken cancellation)
    {
        if (_held is not { } held)
        {
            return null;
        }

        if (ReferenceEquals(held.Target, target) && ReferenceEquals(held.Workload, workload) && held.Suits(trial)
            && held.IsStored(cancellation))
        {
            _held = null;
            return held;
        }

        Release(cancellation);
        return null;
    }

    /// <summary>
    /// Prepares the table, loads the records of a mix or prefill, and returns the space of the empty table. A mix reuses the load
    /// in <c>used</c>, or loads records and stores that load in <c>used</c>. A prefill is loaded anew for each trial.
    /// </summary>
    private DiskSpace Prepare(
        ScheduledTrial trial,
        IngestRequest request,
        ITarget target,
        IWorkload workload,
        TrialTable table,
        TrialRecord record,
        ref HeldLoad? used,
        CancellationToken cancellation)
    {
        Enter(trial, TrialPhase.Prepare);
        if (used is not null)
        {
            record.Load = used.Load;
            return used.Baseline;
        }

        if (ServerRestart.IsAsked(trial.Point))
        {
            ServerRestart.Run(target, cancellation);
        }

        target.Prepare(table, cancellation);
        var baseline = target.MeasureSpace(cancellation);
        if (trial.Point.Mix is not null)
        {
            record.Load = Load(trial, request, target, workload, cancellation);
            used = ServerInstance.Of(target, cancellation) is { } server
                ? new HeldLoad(target, workload, trial.Point, trial.Block, server, baseline, record.Load)
                : null;
        }
        else if (trial.Point.Prefill is not null)
        {
            record.Load = Load(trial, request, target, workload, cancellation);
        }

        return baseline;
    }

    /// <summary>
    /// Loads records and lets the target settle, so that its background work does not fall into the timed region.
    /// </summary>
    private LoadResult Load(
        ScheduledTrial trial, IngestRequest request, ITarget target, IWorkload workload, CancellationToken cancellation)
    {
        var started = TimeProvider.System.GetUtcNow();
        var outcome = InitialLoad.Run(
            engine,
            request,
            target,
            workload,
            acknowledged => observer.PhaseStarted(trial, TrialPhase.Load, acknowledged),
            cancellation);
        if (outcome.Error is { } error)
        {
            throw new TargetException(trial.Point.Mix is null
                ? $"The records of --prefill could not be loaded before the trial: {error}"
                : $"The records could not be loaded before the mix: {error}")
            {
                Details = outcome.ErrorDetails,
            };
        }

        long ended = Stopwatch.GetTimestamp();
        target.Settle(cancellation);
        return new LoadResult
        {
            Position = trial.Position,
            StartedUtc = started,
            Records = outcome.AcknowledgedRecords,
            LoadS = outcome.ElapsedS,
            RecordsPerS = outcome.ElapsedS > 0 ? outcome.AcknowledgedRecords / outcome.ElapsedS : 0,
            Retries = outcome.Retries,
            Conflicts = outcome.Conflicts,
            SettleS = Stopwatch.GetElapsedTime(ended).TotalSeconds,
        };
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
        ref HeldLoad? used,
        CancellationToken cancellation)
    {
        try
        {
            record.OtherRuns = OtherRuns();
            record.OthersBefore = IsMeasured ? OthersShare(target) : null;
            var baseline = Prepare(trial, request, target, workload, table, record, ref used, cancellation);
            using var run = engine.Open(request, target, workload, cancellation);

            // Collections of garbage and compilations that the previous work caused must not fall into the timed region.
            if (IsMeasured)
            {
                Quiet();
            }

            // The readers of the server open before those of the client: opening them walks the memory of the server's processes,
            // and this CPU time must not count as the client's.
            var server = target.OpenReaders();
            var sampler = new TrialSampler(run.OpenReaders(), server, () => run.AcknowledgedRecords)
            {
                CountsOperations = trial.Point.Mix is not null,
                IsClient = run.ClientProcesses.Contains(Environment.ProcessId),
                BackgroundWork = TrialSampler.WorkOf(target.StartedServers),
            };
            try
            {
                long start = run.Start();
                using var fault = FaultInjector.Begin(trial.Point, target, start, cancellation);
                sampler.Start(start);
                observer.PhaseStarted(trial, TrialPhase.Ingest, () => run.AcknowledgedRecords);
                observer.IngestStarted(trial, run);
                var outcome = run.Wait();
                sampler.EndIngest();
                outcome = run.Conclude(outcome);
                record.Add(outcome);
                record.Add(fault, cancellation);
                return new Ingested(baseline, outcome, sampler);
            }
            catch
            {
                // The sampler runs until it is disposed, and no other code holds it.
                sampler.Dispose();
                throw;
            }
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
                if (request.Point.AddedValues is not null)
                {
                    // This process may not know the values that others added. After a short trial the table lacks them.
                    target.AddValues(request.WholeTableOf(workload.Schema), cancellation);
                }

                record.Repeats = RepeatsOf(request.Point, target, cancellation);
                var extents = done.Outcome.Extents(request, keepsBoth: record.Repeats == Repeats.KeepsBoth);
                record.Audit = done.Outcome.Mix is { } mix
                    ? MixAudit.Run(target, workload, request, mix, cancellation)
                    : engine.Audit(request, target, workload, extents, cancellation)
                        ?? Auditor.Run(target, expected, workload.Schema.ValueCount, extents, cancellation,
                            requestTimeout: RequestTimeout);
                record.Audit = record.Audit.With(
                    [.. done.Outcome.Freshness?.Findings ?? [], .. done.Outcome.Queries?.Findings ?? []]);
            },
            cancellation);
    }

    /// <summary>Returns what the database stores of records that were sent twice. Null if the point sends none twice.</summary>
    /// <exception cref="TargetException">The database does not say, so the audit does not know what to expect.</exception>
    private static Repeats? RepeatsOf(Point point, ITarget target, CancellationToken cancellation) =>
        point.Duplicates is null ? null
        : target.Describe(cancellation).Repeats is { } repeats and not Repeats.Refuses ? repeats
        : throw new TargetException(
            $"{point.Database} does not say what it stores of a record that is sent twice; leave --duplicates out.");

    private void Clean(ScheduledTrial trial, ITarget target, CancellationToken cancellation)
    {
        try
        {
            Enter(trial, TrialPhase.Clean);
            if (!GracefulCleanup.Run(target, cancellation))
            {
                NoteKept(trial);
            }
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

    /// <summary>The result of the timed region, for the phases after it. It owns and disposes the sampler.</summary>
    private sealed record Ingested(DiskSpace Baseline, IngestOutcome Outcome, TrialSampler Sampler) : IDisposable
    {
        public void Dispose() => Sampler.Dispose();
    }
}
