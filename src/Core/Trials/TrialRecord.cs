using DbIngest.Abstractions.Targets;
using DbIngest.Core.Measurement;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Targets;

namespace DbIngest.Core.Trials;

/// <summary>
/// Collects the measurements of one trial phase by phase, decides its <see cref="TrialStatus"/>, and builds its
/// <see cref="TrialResult"/>. <see cref="TrialRunner"/> creates one per trial and calls it from one thread. The first failure
/// becomes the trial's error and is never overwritten. Wrong answers stand before the failure.
/// </summary>
internal sealed class TrialRecord(ScheduledTrial trial)
{
    private readonly DateTimeOffset _started = TimeProvider.System.GetUtcNow();
    private IngestOutcome? _outcome;
    private SamplerReport? _samples;
    private SpaceResult? _space;
    private FaultResult? _fault;
    private string? _error;
    private bool _unreachable;

    /// <summary>Seconds from the last acknowledgement until the target had settled. 0 if it did not settle.</summary>
    public double SettleS { get; set; }

    /// <summary>Share of the CPU that other programs used right before the trial.</summary>
    public double? OthersBefore { get; set; }

    /// <summary>Other runs of this program on the machine when the trial began.</summary>
    public int OtherRuns { get; set; }

    /// <summary>The verdict of the audit. Null if the target could not be read.</summary>
    public AuditResult? Audit { get; set; }

    /// <summary>
    /// What the database stores of records that were sent twice. Null if no record was sent twice, or if the audit did not begin.
    /// </summary>
    public Repeats? Repeats { get; set; }

    /// <summary>The load that the trial used. Null without a mix or prefill.</summary>
    public LoadResult? Load { get; set; }

    /// <summary>Wrong answers where there is no audit, which would have them among its findings.</summary>
    private IReadOnlyList<string> WrongAnswers => Audit is null ? _outcome?.Findings ?? [] : [];

    /// <summary>Records that the table stored before the trial: those of the prefill, 0 without it.</summary>
    private long Prefilled => trial.Point.Prefill is null ? 0 : Load?.Records ?? 0;

    /// <summary>Adds the outcome of the timed region. Call it before the fault or the space is added.</summary>
    public void Add(IngestOutcome outcome)
    {
        _outcome = outcome;
        _error ??= outcome.Error;
        Details ??= outcome.ErrorDetails;
    }

    /// <summary>
    /// Awaits the end of a fault, after the outcome was added. A server that did not come back fails the trial.
    /// </summary>
    public void Add(FaultInjector? fault, CancellationToken cancellation)
    {
        if (fault is not null && _outcome is not null)
        {
            Try("started again after a fault", fault.End, cancellation);
            _fault = fault.Result;
        }
    }

    /// <summary>Adds what the sampler measured from the common start until the target had settled.</summary>
    public void Add(SamplerReport samples) => _samples = samples;

    /// <summary>Adds the disk space, in bytes per stored record.</summary>
    /// <param name="baseline">Space of the empty table.</param>
    /// <param name="filled">Space after settling.</param>
    public void AddSpace(DiskSpace baseline, DiskSpace filled)
    {
        var net = filled.Since(baseline);
        long records = Math.Max(1, Prefilled + (_outcome?.AcknowledgedRecords ?? 0));
        _space = new SpaceResult { Baseline = baseline, Filled = filled, Net = net, BytesPerRecord = 0 }.Per(records);
    }

    /// <summary>Exception text with stack trace of the first defect in the target, for the log. Null without any.</summary>
    public string? Details { get; private set; }

    /// <summary>
    /// Records a failure. The trial counts as unreachable only if the failure says so and nothing was ingested before.
    /// </summary>
    public void Fail(TargetException exception)
    {
        Details ??= exception.Details;
        _unreachable |= exception.IsUnreachable && _outcome is null;
        _error ??= exception.Message;
    }

    /// <summary>
    /// Runs a step of the trial and records a failure, so that the next step still runs. Only an abandoned trial throws.
    /// </summary>
    public void Try(string doing, Action step, CancellationToken cancellation)
    {
        try
        {
            step();
        }
        catch (Exception exception) when (TargetGuard.Catches(exception, cancellation))
        {
            Fail(TargetGuard.Of(exception, doing));
        }
    }

    /// <summary>Builds the result from what was added. Figures of phases that failed are missing.</summary>
    public TrialResult ToResult()
    {
        var result = new TrialResult
        {
            Point = trial.Point,
            Trial = trial.Trial,
            WarmUp = trial.WarmUp,
            Position = trial.Position,
            StartedUtc = _started,
            Status = Status(),
            Error = WrongAnswers.Count > 0 ? $"{string.Join("; ", WrongAnswers)}; {_error}"
                : _error ?? (Audit is { Passed: false } audit ? string.Join("; ", audit.Findings) : null),
            Load = Load,
            SettleS = SettleS,
            Space = Audit is { StoredRecords: > 0 } stored && (trial.Point.Mix is not null
                || trial.Point.Duplicates is not null || trial.Point.Prefill is not null)
                ? _space?.Per(stored.StoredRecords)
                : _space,
            Audit = Audit,
            Machine = Machine(),
            Energy = _samples?.Energy,
            Client = _samples?.Client,
            Server = _samples?.Server,
            ServerNodes = _samples?.ServerNodes is { Count: > 0 } nodes ? nodes : null,
            Samples = _samples?.Samples ?? [],
            BackgroundWork = _samples?.Work is { Count: > 0 } work ? work : null,
        };
        return _outcome is { } outcome ? WithEvents(WithOutcome(result, outcome), outcome) : result;
    }

    /// <summary>
    /// The seconds by which the throughput is divided. A trial limited by time counts at least its whole duration, even if no
    /// record arrives near its end, unless a source ran out of records or operations before.
    /// </summary>
    private double ElapsedS(IngestOutcome outcome) =>
        trial.Point.DurationS is { } duration && outcome.Error is null && EndedByTime(outcome)
            ? Math.Max(duration, outcome.ElapsedS)
            : outcome.ElapsedS;

    /// <summary>True if no source ran out of records, or of operations, before the duration was over.</summary>
    private bool EndedByTime(IngestOutcome outcome) =>
        outcome.Sources.All(s => s.Scheduled < (outcome.Mix is null ? trial.Point.RecordsPerSource
            : trial.Point.MostOperations ?? long.MaxValue));

    /// <summary>
    /// Seconds from the common start to the time until which the rate may tell what an event did to it: while all sources write.
    /// That is the duration of the trial, or the last acknowledgement of the source that finished first. 0 where arrivals come in
    /// stages, since their rate changes by itself.
    /// </summary>
    private double EndS(IngestOutcome outcome) => trial.Point.Rate is { Stages.Count: > 0 } ? 0
        : trial.Point.DurationS is { } duration && EndedByTime(outcome) ? duration
            : outcome.Sources.Min(s => s.FinishedS);

    private TrialResult WithEvents(TrialResult result, IngestOutcome outcome)
    {
        var added = trial.Point.AddedValues is { } values ? AdditionOf(values, outcome) : null;
        var (fault, addition) = EventEffects.Of(_fault, added, outcome.Course, EndS(outcome));
        return result with
        {
            Fault = fault is not { Happened: true } ? fault : fault with
            {
                AcknowledgedRecordsBefore = fault.AcknowledgedRecordsBefore + Prefilled,
                LostRecords = Audit?.MissingRecords,
            },
            Addition = addition,
        };
    }

    private static AdditionResult AdditionOf(AddedValues added, IngestOutcome outcome) => new()
    {
        Values = added.Count,
        DueS = added.AtS,
        BeganS = outcome.Addition?.BeganS,
        TookS = outcome.Addition?.EndedS - outcome.Addition?.BeganS,
        Records = outcome.Addition?.Records ?? 0,
    };

    private TrialResult WithOutcome(TrialResult result, IngestOutcome outcome)
    {
        double elapsed = ElapsedS(outcome);
        double generating = outcome.Sources.Sum(s => s.GeneratingS);
        double writing = outcome.Sources.Sum(s => s.WritingS);
        result = result with
        {
            ElapsedS = elapsed,
            AcknowledgedRecords = outcome.AcknowledgedRecords,
            RetriedRecords = outcome.RetriedRecords,
            FailedRecords = outcome.FailedRecords,
            AcknowledgedOperations = outcome.Mix?.AcknowledgedOperations,
            RetriedOperations = outcome.Mix?.RetriedOperations,
            FailedOperations = outcome.Mix?.FailedOperations,
            Retries = outcome.Retries,
            Conflicts = outcome.Conflicts,
            ResolvedBatches = outcome.ResolvedBatches,
            GeneratingShare = generating + writing > 0 ? generating / (generating + writing) : 0,
            Sources = outcome.Sources,
            Latency = LatencySummary.Of(outcome.Latency),
            Operations = outcome.Mix?.Kinds.Select(Of).ToList(),
            LaneOperations = outcome.Mix?.Lanes.Select(lane => lane.Operations).ToList(),
            LastingUpdates = outcome.Mix is { } mix && mix.Lasting.Count + mix.LastingOfShared is > 0 and var lasting
                ? lasting : null,
            OpenLoop = outcome.OpenLoop is { } open
                ? new OpenLoopResult
                {
                    Response = LatencySummary.Of(open.Response),
                    OfferedRecordsPerS = outcome.Mix is null ? outcome.Sources.Sum(source => source.OfferedRecordsPerS) : null,
                    OfferedOperationsPerS = outcome.Mix is null ? null
                        : outcome.Sources.Sum(source => source.OfferedOperationsPerS),
                    LargestBacklogBatches = open.LargestBacklogBatches,
                    LastBacklogBatches = open.LastBacklogBatches,
                }
                : null,
            Repeats = outcome.Repeats is not { } repeats ? null : new RepeatResult
            {
                Expected = Repeats,
                SentTwice = repeats.Records,
                InDoubt = repeats.InDoubt.Sum(ranges => ranges.Sum(range => range.Count)),
                StoredTwice = Audit?.RepeatedRecords,
                RowsPerS = elapsed > 0 ? (outcome.AcknowledgedRecords + repeats.Records) / elapsed : 0,
            },
            Freshness = FreshnessResult.Of(outcome.Freshness),
            Queries = TimeQueryResult.Of(outcome.Queries),
            Stalls = AckGaps.Of(outcome.Course, outcome.Mix is null ? trial.Point.Batch : 1,
                AckGaps.ArrivalGapS(trial.Point))?.Beside(_samples?.Work ?? []),
            Hosts = outcome.Hosts,
            ClientAllocatedBytes = outcome.AllocatedBytes,
            ClientCollections = outcome.Collections,
            ClientCompiledMethods = outcome.CompiledMethods,
        };
        double rate = TrialRate.Of(result);
        return outcome.Mix is null
            ? result with { RecordsPerS = rate }
            : result with { OperationsPerS = rate, RecordsPerS = elapsed > 0 ? outcome.AcknowledgedRecords / elapsed : 0 };
    }

    private MachineUse Machine() =>
        (_samples?.Machine ?? new MachineUse()) with { OthersCpuShareBefore = OthersBefore, OtherRuns = OtherRuns };

    /// <summary>
    /// A failed audit or a wrong answer counts before any failure. A trial that was not audited is never complete.
    /// </summary>
    private TrialStatus Status() =>
        Audit is { Passed: false } || WrongAnswers.Count > 0 ? TrialStatus.Invalid
        : _unreachable ? TrialStatus.Unreachable
        : _error is null && Audit is not null ? TrialStatus.Complete
        : TrialStatus.Incomplete;

    private static OperationResult Of(OperationOutcome outcome) => new()
    {
        Kind = outcome.Kind,
        Count = outcome.Latency.Count,
        Records = outcome.Records,
        Errors = outcome.Errors,
        LateRecords = outcome.Late > 0 ? outcome.Late : null,
        Conflicts = outcome.Conflicts,
        LeftOut = outcome.LeftOut,
        Absent = outcome.Absent > 0 ? outcome.Absent : null,
        Latency = LatencySummary.Of(outcome.Latency),
    };
}
