using DbIngest.Abstractions.Targets;
using DbIngest.Core.Operations;
using DbIngest.Core.Plan;
using DbIngest.Runner.Hosts;

namespace DbIngest.Runner.Options;

/// <summary>
/// What a user asks to measure, checked as far as possible without opening a workload. <see cref="SweepRequestReader"/> creates
/// it from options. <c>run</c>, <c>plan</c> and <c>verify</c> open targets and workloads from it and build the configuration that
/// the manifest stores. Immutable. It contains secrets in <see cref="Access"/>, so it must never be serialized or logged.
/// </summary>
internal sealed record SweepRequest
{
    /// <summary>Number of the study whose protocol the sweep follows, from 1. Null without <c>--study</c>.</summary>
    public required int? Study { get; init; }

    /// <summary>Departures and deviations from the protocol, as texts for the report. Empty without a protocol.</summary>
    public required IReadOnlyList<string> Deviations { get; init; }

    /// <summary>The databases with the write paths and durability levels that apply to each.</summary>
    public required IReadOnlyList<DatabaseChoice> Databases { get; init; }

    /// <summary>
    /// The values on each axis, in order: from the user, the protocol, the profile or the default. Empty for an axis without any
    /// of these, and for values per record if the recording decides. Lacks axes with values per database.
    /// </summary>
    public required IReadOnlyDictionary<Axis, IReadOnlyList<object>> Axes { get; init; }

    public IReadOnlyList<SourceLayout> Sources => On(SweepAxes.Sources);

    public IReadOnlyList<long> Records => On(SweepAxes.Records);

    public IReadOnlyList<int> Batches => On(SweepAxes.Batch);

    public IReadOnlyList<int> InFlight => On(SweepAxes.InFlight);

    /// <summary>
    /// Most connections of a trial: one per lane, or those of <c>--service-connections</c>, plus two per source process. A
    /// private server must accept as many.
    /// </summary>
    public int Connections => Sources.Max(layout =>
        Math.Max(layout.Total * InFlight.Max(), On(SweepAxes.ServiceConnections).Prepend(0).Max()) + (2 * layout.Groups.Count));

    /// <summary>Values per record. Null if the recording decides.</summary>
    public IReadOnlyList<int>? Values => On(SweepAxes.Values) is { Count: > 0 } asked ? asked : null;

    /// <summary>Nodes of private clusters. Empty without <c>--nodes</c>.</summary>
    public IReadOnlyList<int> Nodes => On(SweepAxes.Nodes);

    /// <summary>Mixes of operations. Empty without <c>--mix</c>.</summary>
    public IReadOnlyList<OperationMix> Mixes => On(SweepAxes.Mix);

    /// <summary>Operations of each source with a mix. Empty without <c>--operations</c>.</summary>
    public IReadOnlyList<long> Operations => On(SweepAxes.Operations);

    /// <summary>Faults of the server. Empty without <c>--fault</c>, and if it only says <c>none</c>.</summary>
    public IReadOnlyList<PlannedFault> Faults => [.. On(SweepAxes.Fault).Where(fault => fault.Kind != FaultKind.None)];

    /// <summary>True if some points have faults of a kind.</summary>
    public bool Has(FaultKind kind) => Faults.Any(fault => fault.Kind == kind);

    /// <summary>
    /// Shares of batches that are sent twice. Empty without <c>--duplicates</c>, and if it only says <c>none</c>.
    /// </summary>
    public IReadOnlyList<Duplicates> Duplicates => [.. On(SweepAxes.Duplicates).Where(duplicates => !duplicates.IsNone)];

    /// <summary>Records that are loaded before trials. Empty without <c>--prefill</c>, and if it only says <c>none</c>.</summary>
    public IReadOnlyList<Prefill> Prefills => [.. On(SweepAxes.Prefill).Where(prefill => !prefill.IsNone)];

    /// <summary>Which records come late. Empty without <c>--disorder</c>, and if it only says <c>none</c>.</summary>
    public IReadOnlyList<Disorder> Disorders => [.. On(SweepAxes.Disorder).Where(disorder => !disorder.IsNone)];

    /// <summary>Old batches. Empty without <c>--backfill</c>, and if it only says <c>none</c>.</summary>
    public IReadOnlyList<Backfill> Backfills => [.. On(SweepAxes.Backfill).Where(backfill => !backfill.IsNone)];

    public required int Trials { get; init; }

    /// <summary>Deployments per point, one open at a time. Null if all targets stay open.</summary>
    public required int? Blocks { get; init; }

    /// <summary>
    /// True if the user left blocks open: the program then chooses them if idle servers would take too much of the machine.
    /// </summary>
    public bool ChoosesBlocks { get; init; }

    public required int WarmUp { get; init; }

    /// <summary>
    /// Half-width of the intervals, as a share of the throughput, that ends a point's trials. Null for a fixed number of
    /// trials, and for a search, whose plan has its own precision.
    /// </summary>
    public required double? Precision { get; init; }

    /// <summary>Most trials per point. Null without <see cref="Precision"/>.</summary>
    public required int? MaxTrials { get; init; }

    /// <summary>The search for a sustainable rate at each point. Null without <c>--find</c>.</summary>
    public SearchPlan? Search { get; init; }

    /// <summary>Longest process warm-up before the first trial of each kind of point, in seconds. 0 skips it.</summary>
    public required double RehearsalS { get; init; }

    /// <summary>Resource limits of private servers. Null for none.</summary>
    public ServerLimits? ServerLimits { get; init; }

    /// <summary>Starts source processes on other hosts. Null if all sources run on this machine.</summary>
    public Launcher? Launcher { get; init; }

    /// <summary>
    /// Path of this program on these hosts, or the word <c>copy</c>, which copies the program there. Null for the same path as
    /// here.
    /// </summary>
    public string? HostProgram { get; init; }

    public required SweepOrder Order { get; init; }

    /// <summary>The axis whose two values are compared in pairs, or null.</summary>
    public required Axis? PairAxis { get; init; }

    /// <summary>Number of distinct values of an axis over all databases.</summary>
    public int CountOn(Axis axis) => Axes.TryGetValue(axis, out var asked) && asked.Count > 0
        ? asked.Count
        : Databases.SelectMany(database => database.On(axis)).OfType<object>().Distinct().Count();

    public required ulong Seed { get; init; }

    /// <summary>A fresh seed for the schedule of pairs if the user gave none, else null.</summary>
    public ulong? OrderSeed { get; init; }

    public required double Confidence { get; init; }

    public required int Retries { get; init; }

    public required double RetryDelayS { get; init; }

    /// <summary>Retries of databases that override the default, by name.</summary>
    public IReadOnlyDictionary<string, RetryDefault> OwnRetries { get; init; } =
        new Dictionary<string, RetryDefault>(StringComparer.Ordinal);

    /// <summary>The recording to replay. Null for the synthetic meter.</summary>
    public required InputRequest? Input { get; init; }

    public required DatabaseAccess Access { get; init; }

    /// <summary>
    /// Creates the points, database by database: every combination of values, with the innermost axis changing fastest. Check
    /// <see cref="Count"/> first. The order must not change: <c>--resume</c> compares it with that of the stored points.
    /// </summary>
    /// <param name="values">Numbers of values per record, which a recording decides.</param>
    public IReadOnlyList<Point> Points(IReadOnlyList<int> values)
    {
        var whole = this with
        {
            Axes =
            new Dictionary<Axis, IReadOnlyList<object>>(Axes) { [SweepAxes.Values] = [.. values.Cast<object>()] }
        };
        return
        [
            .. Databases.SelectMany(database => SweepAxes.All.OrderBy(axis => axis.Nesting).Aggregate(
                (IEnumerable<AxisValues>)[AxisValues.None],
                (places, axis) =>
                    [.. places.SelectMany(place => whole.On(axis, database).Select(value => place.With(axis, value)))]))
                .Select(Point.Of),
        ];
    }

    /// <summary>
    /// Number of points, computed without creating them, since lists may multiply to more than memory holds. Counts at most
    /// 2,147,483,647 per database.
    /// </summary>
    public long Count => Databases.Sum(database => CountOf(database));

    /// <summary>
    /// Fewest points at which the two values of <see cref="PairAxis"/> are compared: those of databases that have both. Databases
    /// that are compared with each other share at least one. 0 without pairs.
    /// </summary>
    public long ComparedPoints => PairAxis is not { } axis ? 0
        : Math.Max(1, Databases.Where(database => On(axis, database).Count == 2).Sum(database => CountOf(database) / 2));

    private long CountOf(DatabaseChoice database) =>
        SweepAxes.All.Aggregate(1L, (points, axis) => Math.Min(int.MaxValue, points * On(axis, database).Count));

    /// <summary>The values of an axis for one database: those requested, or else the database's own.</summary>
    private IReadOnlyList<object?> On(Axis axis, DatabaseChoice database) =>
        Axes.TryGetValue(axis, out var asked) && asked.Count > 0 ? asked : database.On(axis);

    /// <summary>The values of <see cref="Axes"/> on an axis. Empty without any.</summary>
    public IReadOnlyList<T> On<T>(Axis<T> axis)
        where T : notnull =>
        Axes.TryGetValue(axis, out var values) ? [.. values.Cast<T>()] : [];
}
