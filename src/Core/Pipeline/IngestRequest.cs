using System.Text.Json.Serialization;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Operations;
using DbIngest.Core.Plan;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// Tells an engine how much to ingest and how. <see cref="Trials.TrialRunner"/>, <see cref="Sweeps.ProcessWarmUp"/>,
/// <see cref="Sweeps.Calibrator"/> and <c>VerifyVerb</c> each create their own. It must contain data only, because it is
/// serialized whole to each source process: a new axis reaches every process without a change here. Target and workload travel
/// beside it.
/// </summary>
public sealed record IngestRequest
{
    /// <summary>
    /// How long sources retry after a fault of the trial has ended, since the server may take long to start. <see cref="Outage"/>
    /// adds the length of the fault.
    /// </summary>
    public static readonly TimeSpan LongestOutage = TimeSpan.FromMinutes(3);

    private static readonly TimeSpan LeastAttempt = TimeSpan.FromSeconds(10);

    /// <summary>
    /// The values of the axes. A ceiling has only those that decide it. The code that implements an axis reads it from here.
    /// </summary>
    public required AxisValues Axes { get; init; }

    /// <summary>The values of <see cref="Axes"/> as a point, with a property for each.</summary>
    [JsonIgnore]
    public Point Point => Point.Of(Axes);

    /// <summary>Seed of arrivals and operations.</summary>
    public ulong Seed { get; init; }

    /// <summary>
    /// Number of the trial within its point. Trials with the same number, such as those of a pair, share their arrivals.
    /// </summary>
    public int Trial { get; init; }

    /// <summary>How the pipeline retries a batch whose write failed.</summary>
    public required RetryOptions Retry { get; init; }

    /// <summary>
    /// True for the load before a trial: the records of a mix, which the mix then finds by their keys, or those of
    /// <c>--prefill</c>.
    /// </summary>
    public bool IsLoad { get; init; }

    /// <summary>
    /// True for a load into a table that needs a key for the trial after it. The axes of a load lack what needs the key, so they
    /// cannot tell.
    /// </summary>
    public bool IsKeyedLoad { get; init; }

    /// <summary>
    /// True for the client's ceiling: the table has the values of <c>--add-values</c> from the beginning, because a run is over
    /// before they are due.
    /// </summary>
    public bool HasAddedValues { get; init; }

    /// <summary>True if single records are found by their keys.</summary>
    private bool NeedsKey => IsKeyedLoad || Point is { Mix: not null } or { Via: not null }
        || SweepAxes.Freshness.TryGet(Axes, out _) || SweepAxes.Index.TryGet(Axes, out _);

    /// <summary>Seed of what differs from trial to trial: arrivals, pauses after conflicts, and what probes draw.</summary>
    internal ulong ArrivalSeed => SplitMix64.Mix(Seed + (ulong)Trial);

    /// <summary>How long one request to the database may take. A batch may take several requests.</summary>
    public TimeSpan RequestTimeout { get; init; } = TimeSpan.FromSeconds(90);

    /// <summary>
    /// How long a batch is tried again while a fault of the trial keeps the server away. Zero without a fault: then
    /// <see cref="Retry"/> decides.
    /// </summary>
    public TimeSpan Outage { get; init; }

    /// <summary>
    /// How long a writer may take for one attempt at a batch: three requests, at least 10 s, plus the outage. Every client has
    /// timeouts, but a server that sends something now and then may postpone a driver's timeout for ever.
    /// </summary>
    internal TimeSpan LongestAttempt => Outage + (3 * RequestTimeout > LeastAttempt ? 3 * RequestTimeout : LeastAttempt);

    /// <summary>The request of the trials of a point.</summary>
    /// <param name="point">The point.</param>
    /// <param name="seed">Seed of arrivals and operations.</param>
    /// <param name="retry">How the pipeline retries a batch whose write failed.</param>
    public static IngestRequest Of(Point point, ulong seed, RetryOptions retry) =>
        new()
        {
            Axes = point.Axes,
            Seed = seed,
            Retry = retry,
            Outage = point.Fault is { } fault ? LongestOutage + TimeSpan.FromSeconds(fault.ForS) : TimeSpan.Zero,
        };

    /// <summary>A request without a point: one batch in flight, in a closed loop, until all records are written.</summary>
    /// <param name="sources">How the sources are spread over processes.</param>
    /// <param name="recordsPerSource">Records that each source writes.</param>
    /// <param name="batch">Records per batch.</param>
    /// <param name="retry">How the pipeline retries a batch whose write failed.</param>
    public static IngestRequest Of(SourceLayout sources, long recordsPerSource, int batch, RetryOptions retry) => new()
    {
        Axes = AxisValues.None.With(SweepAxes.Sources, sources).With(SweepAxes.Records, recordsPerSource)
            .With(SweepAxes.Batch, batch).With(SweepAxes.InFlight, 1),
        Retry = retry,
    };

    /// <summary>The table that the request needs at first: without the values that are added to it later.</summary>
    /// <param name="schema">The values of a record.</param>
    public TrialTable TableOf(RecordSchema schema)
    {
        var point = Point;
        return new(HasAddedValues ? schema : schema.BeforeAddition, point.Sources.Total,
            point.PrefilledBy(0) + point.RecordsPerSource, NeedsKey)
        {
            Lanes = point.Sources.Total * point.InFlight,
            BatchRecords = point.Batch,
            Processes = point.Sources.Processes,
            IsIndexed = point.IsIndexed,
            HasTimeIndex = point.HasTimeIndex,
            GetsValues = point.AddedValues is not null && !HasAddedValues,
        };
    }

    /// <summary>The same table with the values that are added to it in the trial.</summary>
    /// <param name="schema">The values of a record, with those that are added.</param>
    public TrialTable WholeTableOf(RecordSchema schema) => TableOf(schema) with { Schema = schema };

    /// <summary>The records that a source writes: all of the load, or those that follow what was loaded before.</summary>
    /// <param name="source">The source, from 0.</param>
    public SequenceRange RangeOf(int source)
    {
        var point = Point;
        long loaded = point.PrefilledBy(source);
        return IsLoad && point.Prefill is not null ? new(0, loaded) : new(loaded, point.RecordsPerSource);
    }

    /// <summary>Which batches a source sends twice. Null if it sends each once.</summary>
    /// <param name="source">The source, from 0.</param>
    public RepeatSchedule? RepeatsOf(int source) => Point.Duplicates is { } duplicates
        ? new RepeatSchedule(duplicates.Millionths, Point.Batch, Seed, source) : null;

    /// <summary>
    /// The request of the load before a trial: the records of its mix or prefill as batches, in a closed loop, by as many lanes.
    /// </summary>
    public IngestRequest ToLoad() => this with
    {
        Axes = Axes.Only(axis => !axis.FollowsLoad),
        IsLoad = true,
        IsKeyedLoad = NeedsKey,
        Outage = TimeSpan.Zero,
    };

    /// <summary>What the operations of the mix derive from, the same for every lane.</summary>
    /// <exception cref="InvalidOperationException">The point has no mix.</exception>
    public OperationRequest ToOperations()
    {
        var point = Point;
        return new(
            point.Mix ?? throw new InvalidOperationException("There is no mix."), Seed, point.InFlight, point.Batch,
                point.RecordsPerSource)
        {
            OperationsPerSource = point.OperationsPerSource,
            Sources = point.Sources.Total,
        };
    }
}
