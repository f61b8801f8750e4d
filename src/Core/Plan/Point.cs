using System.Text.Json.Serialization;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Operations;

namespace DbIngest.Core.Plan;

/// <summary>
/// One combination of values of the axes of a sweep, which the sweep measures in several trials. <c>SweepRequest</c> of the
/// command line creates the points once, <see cref="Sweeps.Schedule"/> orders their trials, and the analysis groups results by
/// them. Immutable. Points with equal values are equal. The properties are shortcuts to values that much code reads: set to null,
/// a property removes the value.
/// </summary>
[JsonConverter(typeof(PointJsonConverter))]
public sealed record Point
{
    private static readonly Point Nowhere = new()
    {
        Database = string.Empty,
        Client = string.Empty,
        Durability = string.Empty,
        Sources = SourceLayout.Single(1),
        RecordsPerSource = 1,
        Batch = 1,
        InFlight = 1,
        Values = 1,
    };

    /// <summary>The values on all axes.</summary>
    public AxisValues Axes { get; init; } = AxisValues.None;

    /// <inheritdoc cref="SweepAxes.Database"/>
    public required string Database { get => Axes.Of(SweepAxes.Database); init => Axes = Axes.With(SweepAxes.Database, value); }

    /// <inheritdoc cref="SweepAxes.Client"/>
    public required string Client { get => Axes.Of(SweepAxes.Client); init => Axes = Axes.With(SweepAxes.Client, value); }

    /// <inheritdoc cref="SweepAxes.Durability"/>
    public required string Durability
    {
        get => Axes.Of(SweepAxes.Durability);
        init => Axes = Axes.With(SweepAxes.Durability, value);
    }

    /// <inheritdoc cref="SweepAxes.Sources"/>
    public required SourceLayout Sources
    {
        get => Axes.Of(SweepAxes.Sources);
        init => Axes = Axes.With(SweepAxes.Sources, value);
    }

    /// <inheritdoc cref="SweepAxes.Records"/>
    public required long RecordsPerSource
    {
        get => Axes.Of(SweepAxes.Records);
        init => Axes = Axes.With(SweepAxes.Records, value);
    }

    /// <inheritdoc cref="SweepAxes.Batch"/>
    public required int Batch { get => Axes.Of(SweepAxes.Batch); init => Axes = Axes.With(SweepAxes.Batch, value); }

    /// <inheritdoc cref="SweepAxes.InFlight"/>
    public required int InFlight { get => Axes.Of(SweepAxes.InFlight); init => Axes = Axes.With(SweepAxes.InFlight, value); }

    /// <inheritdoc cref="SweepAxes.Values"/>
    public required int Values { get => Axes.Of(SweepAxes.Values); init => Axes = Axes.With(SweepAxes.Values, value); }

    /// <inheritdoc cref="SweepAxes.Nodes"/>
    public int? Nodes { get => Axes[SweepAxes.Nodes] as int?; init => Axes = Axes.With(SweepAxes.Nodes, value); }

    /// <inheritdoc cref="SweepAxes.Duration"/>
    public double? DurationS { get => Axes[SweepAxes.Duration] as double?; init => Axes = Axes.With(SweepAxes.Duration, value); }

    /// <inheritdoc cref="SweepAxes.Rate"/>
    public ArrivalRate? Rate { get => Axes[SweepAxes.Rate] as ArrivalRate; init => Axes = Axes.With(SweepAxes.Rate, value); }

    /// <inheritdoc cref="SweepAxes.Mix"/>
    public OperationMix? Mix { get => Axes[SweepAxes.Mix] as OperationMix; init => Axes = Axes.With(SweepAxes.Mix, value); }

    /// <inheritdoc cref="SweepAxes.Operations"/>
    public long? OperationsPerSource
    {
        get => Axes[SweepAxes.Operations] as long?;
        init => Axes = Axes.With(SweepAxes.Operations, value);
    }

    /// <inheritdoc cref="SweepAxes.Via"/>
    public string? Via { get => Axes[SweepAxes.Via] as string; init => Axes = Axes.With(SweepAxes.Via, value); }

    /// <summary>
    /// False if the axis <see cref="SweepAxes.Index"/> says <c>none</c>: single records are found by reading the table.
    /// </summary>
    public bool IsIndexed => !SweepAxes.Index.TryGet(Axes, out string? index) || index != TableIndex.None;

    /// <summary>
    /// True if the axis <see cref="SweepAxes.Index"/> says <c>time</c>: there is an index on source and timestamp.
    /// </summary>
    public bool HasTimeIndex => SweepAxes.Index.TryGet(Axes, out string? index) && index == TableIndex.Time;

    /// <inheritdoc cref="SweepAxes.ServiceThreads"/>
    public string? ServiceThreads
    {
        get => Axes[SweepAxes.ServiceThreads] as string;
        init => Axes = Axes.With(SweepAxes.ServiceThreads, value);
    }

    /// <inheritdoc cref="SweepAxes.ServiceConnections"/>
    public int? ServiceConnections
    {
        get => Axes[SweepAxes.ServiceConnections] as int?;
        init => Axes = Axes.With(SweepAxes.ServiceConnections, value);
    }

    /// <inheritdoc cref="SweepAxes.ServiceHttp"/>
    public string? ServiceHttp
    {
        get => Axes[SweepAxes.ServiceHttp] as string;
        init => Axes = Axes.With(SweepAxes.ServiceHttp, value);
    }

    /// <summary>
    /// Threads of a source process that serve its lanes of a mix. Null if each lane has a separate thread, as without a mix.
    /// </summary>
    public int? ClientThreads
    {
        get => Mix is not null && SweepAxes.ClientThreads.TryGet(Axes, out int threads) ? threads : null;
        init => Axes = Axes.With(SweepAxes.ClientThreads, value);
    }

    /// <summary>The fault of each trial. Null without one, also where the axis says <c>none</c>.</summary>
    public PlannedFault? Fault
    {
        get => SweepAxes.Fault.TryGet(Axes, out var fault) && fault.Kind != FaultKind.None ? fault : null;
        init => Axes = Axes.With(SweepAxes.Fault, value);
    }

    /// <summary>Which records come late. Null if none do, also where the axis says <c>none</c>.</summary>
    public Disorder? Disorder
    {
        get => Axes[SweepAxes.Disorder] is Disorder { IsNone: false } disorder ? disorder : null;
        init => Axes = Axes.With(SweepAxes.Disorder, value);
    }

    /// <summary>Which batches hold an old period. Null if none do, also where the axis says <c>none</c>.</summary>
    public Backfill? Backfill
    {
        get => Axes[SweepAxes.Backfill] is Backfill { IsNone: false } backfill ? backfill : null;
        init => Axes = Axes.With(SweepAxes.Backfill, value);
    }

    /// <summary>Which batches are sent twice. Null if none are, also where the axis says <c>none</c>.</summary>
    public Duplicates? Duplicates
    {
        get => Axes[SweepAxes.Duplicates] is Duplicates { IsNone: false } duplicates ? duplicates : null;
        init => Axes = Axes.With(SweepAxes.Duplicates, value);
    }

    /// <summary>The records that are loaded before a trial. Null if none are, also where the axis says <c>none</c>.</summary>
    public Prefill? Prefill
    {
        get => Axes[SweepAxes.Prefill] is Prefill { IsNone: false } prefill ? prefill : null;
        init => Axes = Axes.With(SweepAxes.Prefill, value);
    }

    /// <summary>
    /// How often a probe reads what was acknowledged last. Null without one, also where the axis says <c>none</c>.
    /// </summary>
    public ProbeRate? Freshness
    {
        get => Axes[SweepAxes.Freshness] is ProbeRate { IsNone: false } probes ? probes : null;
        init => Axes = Axes.With(SweepAxes.Freshness, value);
    }

    /// <summary>
    /// How often questions about time ranges are asked beside the load. Null without any, also where the axis says <c>none</c>.
    /// </summary>
    public ProbeRate? Queries
    {
        get => Axes[SweepAxes.Queries] is ProbeRate { IsNone: false } queries ? queries : null;
        init => Axes = Axes.With(SweepAxes.Queries, value);
    }

    /// <summary>The values that each trial adds to its table. Null without <c>--add-values</c>, and for <c>none</c>.</summary>
    public AddedValues? AddedValues
    {
        get => Axes[SweepAxes.AddedValues] is AddedValues { IsNone: false } added ? added : null;
        init => Axes = Axes.With(SweepAxes.AddedValues, value);
    }

    /// <summary>How many series a source has. Null if it is one series, also where the axis says <c>none</c>.</summary>
    public SeriesCount? Series
    {
        get => Axes[SweepAxes.Series] is SeriesCount { IsNone: false } series ? series : null;
        init => Axes = Axes.With(SweepAxes.Series, value);
    }

    /// <summary>How fast series are replaced by new ones. Null if they stay, also where the axis says <c>none</c>.</summary>
    public Churn? Churn
    {
        get => Axes[SweepAxes.Churn] is Churn { IsNone: false } churn ? churn : null;
        init => Axes = Axes.With(SweepAxes.Churn, value);
    }

    /// <summary>
    /// The most operations of a source: those that were asked for, or else as many as its records. Null without a mix, and if
    /// time alone ends the trial.
    /// </summary>
    public long? MostOperations => Mix is null ? null : OperationsPerSource ?? (DurationS is null ? RecordsPerSource : null);

    /// <summary>The values on the axes that open a target, which identify the target.</summary>
    public AxisValues Target => Axes.Only(axis => axis.OpensTarget);

    /// <summary>True if the point is written to a target.</summary>
    /// <param name="target">The description of the target.</param>
    public bool IsWrittenTo(TargetDescription target) => target.OpenedFor is { } opened
        ? SweepAxes.All.Where(axis => axis.OpensTarget).All(axis => axis.Text(Axes) == opened.GetValueOrDefault(axis.Field))
        : (target.Database, target.Client, target.Durability, target.Nodes) == (Database, Client, Durability, Nodes);

    /// <summary>Records of all sources together. An upper bound with <see cref="DurationS"/>.</summary>
    public long TotalRecords => RecordsPerSource * Sources.Total;

    /// <summary>Records of all sources together that are loaded before a trial. 0 without <c>--prefill</c>.</summary>
    public long PrefilledRecords => Prefill?.Records ?? 0;

    /// <summary>
    /// Records of a source that are loaded before a trial. The records that the trial itself writes begin with this sequence
    /// number.
    /// </summary>
    /// <param name="source">The source, from 0.</param>
    public long PrefilledBy(int source) => Prefill?.Of(source, Sources.Total) ?? 0;

    /// <summary>The identity of the point in a journal: its text must be the same in every version.</summary>
    public string Key => Axes.ToString();

    /// <summary>Creates a point.</summary>
    /// <param name="axes">Its values. A point of a sweep has one on every axis that is not optional.</param>
    public static Point Of(AxisValues axes) => Nowhere with { Axes = axes };

    /// <inheritdoc/>
    public bool Equals(Point? other) => other is not null && Axes.Equals(other.Axes);

    /// <inheritdoc/>
    public override int GetHashCode() => Axes.GetHashCode();

    /// <inheritdoc/>
    public override string ToString() => Key;
}
