using DbIngest.Abstractions.Audit;
using DbIngest.Core.Freshness;
using DbIngest.Core.Latency;
using DbIngest.Core.Queries;
using DbIngest.Core.Results;
using DbIngest.Core.Widening;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// The result of an ingestion, before the audit. <see cref="LocalIngestRun.Wait"/> makes it, a source process sends it as JSON,
/// <c>ProcessRun</c> in the parent merges those of all processes, and <see cref="Trials.TrialRecord"/> takes its figures from it.
/// A new member must also be added to <see cref="Merge"/>, unless the parent alone knows it, as <see cref="Hosts"/>. Lists per
/// source have an entry for every source, even an empty one, because the audit finds them by position.
/// </summary>
public sealed record IngestOutcome
{
    /// <summary>One entry per source, with times relative to the common start.</summary>
    public required IReadOnlyList<SourceOutcome> Sources { get; init; }

    /// <summary>For each source, the ranges that were not acknowledged.</summary>
    public required IReadOnlyList<IReadOnlyList<SequenceRange>> Unacknowledged { get; init; }

    /// <summary>Service times of batches, or of operations of a mix, over all sources.</summary>
    public required LatencyHistogram Latency { get; init; }

    /// <summary>Measures of an open loop. Null in a closed loop.</summary>
    public OpenLoopOutcome? OpenLoop { get; init; }

    /// <summary>Measures of a mix. Null without a mix.</summary>
    public MixOutcome? Mix { get; init; }

    /// <summary>The second sendings of batches. Null if each record was sent once.</summary>
    public RepeatOutcome? Repeats { get; init; }

    /// <summary>When queries saw acknowledged records. Null without probes.</summary>
    public FreshnessOutcome? Freshness { get; init; }

    /// <summary>How queries over time ranges were answered. Null without <c>--queries</c>.</summary>
    public TimeQueryOutcome? Queries { get; init; }

    /// <summary>When the table got its added values. Null without <c>--add-values</c>, and for a load.</summary>
    public AdditionOutcome? Addition { get; init; }

    /// <summary>When records were acknowledged. Null for a load.</summary>
    public AckCourse? Course { get; init; }

    /// <summary>Records acknowledged, including retried ones. With a mix, those that it inserted.</summary>
    public required long AcknowledgedRecords { get; init; }

    /// <summary>Records acknowledged after a retry. 0 with a mix.</summary>
    public required long RetriedRecords { get; init; }

    /// <summary>Records that were sent and never acknowledged. 0 with a mix.</summary>
    public required long FailedRecords { get; init; }

    /// <summary>Attempts after a failure, over all batches.</summary>
    public required long Retries { get; init; }

    /// <summary>
    /// Attempts that lost a race against another client. They count neither as failures nor as retries.
    /// </summary>
    public long Conflicts { get; init; }

    /// <summary>Batches that recovery found stored although their acknowledgement was lost.</summary>
    public required long ResolvedBatches { get; init; }

    /// <summary>Bytes allocated on the managed heap during the ingestion.</summary>
    public required long AllocatedBytes { get; init; }

    /// <summary>Garbage collections during the ingestion.</summary>
    public required int Collections { get; init; }

    /// <summary>Methods compiled during the ingestion. Many of them show that cold code was measured.</summary>
    public long CompiledMethods { get; init; }

    /// <summary>Methods that the processes had compiled in total when the ingestion ended.</summary>
    public long CompiledMethodsInAll { get; init; }

    /// <summary>Other hosts that ran sources. Null without any.</summary>
    public IReadOnlyList<HostUse>? Hosts { get; init; }

    /// <summary>Why not all records were acknowledged. Null if all were.</summary>
    public string? Error { get; init; }

    /// <summary>Exception text with stack trace for the log, if a defect of the target was the cause.</summary>
    public string? ErrorDetails { get; init; }

    /// <summary>Acknowledged records, or operations of a mix.</summary>
    [System.Text.Json.Serialization.JsonIgnore]
    public long Acknowledged => Mix?.AcknowledgedOperations ?? AcknowledgedRecords;

    /// <summary>
    /// Wrong answers during the ingestion. Any makes the trial invalid, whatever the audit finds. Empty without any.
    /// </summary>
    [System.Text.Json.Serialization.JsonIgnore]
    public IReadOnlyList<string> Findings =>
        [.. Mix?.Findings ?? [], .. Freshness?.Findings ?? [], .. Queries?.Findings ?? []];

    /// <summary>From the common start to the last acknowledgement of the last source, in seconds.</summary>
    [System.Text.Json.Serialization.JsonIgnore]
    public double ElapsedS => Sources.Max(s => s.FinishedS);

    /// <summary>
    /// Lists for each source the records that it was to write or load, those without acknowledgement, and those sent twice.
    /// </summary>
    /// <param name="request">The request of the ingestion.</param>
    /// <param name="keepsBoth">True if the database has to store both sendings of a record that was sent twice.</param>
    /// <returns>One entry per source.</returns>
    public IReadOnlyList<SourceExtent> Extents(IngestRequest request, bool keepsBoth) =>
        [.. Sources.Select((source, i) => new SourceExtent(
            request.RangeOf(source.Source).First + (source.ScheduledRecords ?? request.Point.RecordsPerSource),
            Unacknowledged[i],
            Repeats: request.RepeatsOf(source.Source) is { } schedule
                ? new SourceRepeats(schedule, keepsBoth, Repeats?.InDoubt[i] ?? [])
                : null)
        {
            WholeFrom = request.Point.AddedValues is null ? 0 : source.WholeFrom ?? long.MaxValue,
        })];

    /// <summary>
    /// Creates the outcome of sources whose process was lost: any of their records may be stored, and none counts as
    /// acknowledged.
    /// </summary>
    /// <param name="firstSource">The first source of the process.</param>
    /// <param name="sources">Number of its sources.</param>
    /// <param name="request">
    /// The request of the lost process. Records that were loaded before must be stored all the same.
    /// </param>
    /// <param name="error">What happened to them.</param>
    /// <returns>The outcome.</returns>
    public static IngestOutcome Unknown(int firstSource, int sources, IngestRequest request, string error) => new()
    {
        Sources = [.. Enumerable.Range(firstSource, sources).Select(s => new SourceOutcome
        {
            Source = s,
            StartedS = 0,
            FinishedS = 0,
            AcknowledgedRecords = 0,
            GeneratingS = 0,
            WritingS = 0,
        })],
        Unacknowledged = [.. Enumerable.Range(firstSource, sources)
            .Select(IReadOnlyList<SequenceRange> (source) => [request.RangeOf(source)])],

        // Its lanes are missing, so that the audit of the mix judges nothing of these sources.
        Mix = request.Point.Mix is null ? null : new MixOutcome { Kinds = [], Lanes = [], WrongAnswers = 0 },

        // The merged outcome has a list for each source. Second sendings are among the unacknowledged ranges.
        Repeats = request.Point.Duplicates is null ? null
            : new RepeatOutcome(0, [.. Enumerable.Repeat<IReadOnlyList<SequenceRange>>([], sources)]),
        Latency = new LatencyHistogram(),
        AcknowledgedRecords = 0,
        RetriedRecords = 0,
        FailedRecords = 0,
        Retries = 0,
        ResolvedBatches = 0,
        AllocatedBytes = 0,
        Collections = 0,
        Error = error,
    };

    /// <summary>Puts the outcomes of several processes together.</summary>
    /// <param name="parts">The outcomes, in the order of their sources.</param>
    /// <returns>The whole.</returns>
    public static IngestOutcome Merge(IReadOnlyList<IngestOutcome> parts)
    {
        return new IngestOutcome
        {
            Sources = [.. parts.SelectMany(p => p.Sources)],
            Unacknowledged = [.. parts.SelectMany(p => p.Unacknowledged)],
            Latency = LatencyHistogram.Merged(parts.Select(p => p.Latency)),
            Mix = MixOutcome.Merge([.. parts.Select(p => p.Mix).OfType<MixOutcome>()]),
            OpenLoop = OpenLoopOutcome.Merge([.. parts.Select(p => p.OpenLoop).OfType<OpenLoopOutcome>()]),
            Repeats = RepeatOutcome.Merge([.. parts.Select(p => p.Repeats).OfType<RepeatOutcome>()]),
            Freshness = FreshnessOutcome.Merge([.. parts.Select(p => p.Freshness).OfType<FreshnessOutcome>()]),
            Queries = TimeQueryOutcome.Merge([.. parts.Select(p => p.Queries).OfType<TimeQueryOutcome>()]),
            Addition = AdditionOutcome.Merge([.. parts.Select(p => p.Addition).OfType<AdditionOutcome>()]),
            Course = AckCourse.Merge([.. parts.Select(p => p.Course).OfType<AckCourse>()]),
            AcknowledgedRecords = parts.Sum(p => p.AcknowledgedRecords),
            RetriedRecords = parts.Sum(p => p.RetriedRecords),
            FailedRecords = parts.Sum(p => p.FailedRecords),
            Retries = parts.Sum(p => p.Retries),
            Conflicts = parts.Sum(p => p.Conflicts),
            ResolvedBatches = parts.Sum(p => p.ResolvedBatches),
            AllocatedBytes = parts.Sum(p => p.AllocatedBytes),
            Collections = parts.Sum(p => p.Collections),
            CompiledMethods = parts.Sum(p => p.CompiledMethods),
            CompiledMethodsInAll = parts.Sum(p => p.CompiledMethodsInAll),
            Error = parts.Select(p => p.Error).FirstOrDefault(e => e is not null),
            ErrorDetails = parts.Select(p => p.ErrorDetails).FirstOrDefault(e => e is not null),
        };
    }
}
