using DbIngest.Abstractions.Targets;
using DbIngest.Core.Operations;
using DbIngest.Core.Plan;
using DbIngest.Runner.Hosts;

namespace DbIngest.Runner.Options;

/// <summary>What a user asks to be measured: validated, but for the workload, which has to be opened first.</summary>
internal sealed record SweepRequest
{
    /// <summary>The study whose protocol is followed, or null.</summary>
    public required int? Study { get; init; }

    /// <summary>Where the protocol is not followed.</summary>
    public required IReadOnlyList<string> Deviations { get; init; }

    /// <summary>The databases with the write paths and contracts that apply to each.</summary>
    public required IReadOnlyList<DatabaseChoice> Databases { get; init; }

    /// <summary>
    /// What was asked for on each axis, in the order given, but for what is chosen database by database; none on an axis that is
    /// left out, or, for the values a record, where the input decides.
    /// </summary>
    public required IReadOnlyDictionary<Axis, IReadOnlyList<object>> Axes { get; init; }

    public IReadOnlyList<SourceLayout> Sources => On(SweepAxes.Sources);

    public IReadOnlyList<long> Records => On(SweepAxes.Records);

    public IReadOnlyList<int> Batches => On(SweepAxes.Batch);

    public IReadOnlyList<int> InFlight => On(SweepAxes.InFlight);

    /// <summary>Connections of a trial, at most: one for each source and batch in flight, and two for each source process.</summary>
    public int Connections => Sources.Max(layout => (layout.Total * InFlight.Max()) + (2 * layout.Groups.Count));

    /// <summary>Null when the input decides.</summary>
    public IReadOnlyList<int>? Values => On(SweepAxes.Values) is { Count: > 0 } asked ? asked : null;

    /// <summary>Nodes of a private cluster; none when none was asked for.</summary>
    public IReadOnlyList<int> Nodes => On(SweepAxes.Nodes);

    /// <summary>Mixes of operations; none when batches are inserted and nothing else.</summary>
    public IReadOnlyList<OperationMix> Mixes => On(SweepAxes.Mix);

    public required int Trials { get; init; }

    /// <summary>Deployments that each point is measured on, one target open at a time; null when all are open from beginning to end.</summary>
    public required int? Blocks { get; init; }

    /// <summary>Whether nothing was said of blocks: then there is one of each target where servers that wait would take too much of the machine.</summary>
    public bool ChoosesBlocks { get; init; }

    public required int WarmUp { get; init; }

    /// <summary>Half the width of the intervals, as a share of the throughput, until which trials go on; null where their number is fixed.</summary>
    public required double? Precision { get; init; }

    /// <summary>Trials of a point at most; null without <see cref="Precision"/>.</summary>
    public required int? MaxTrials { get; init; }

    /// <summary>For how long at most the code is warmed up before the first trial of each kind of point.</summary>
    public required double RehearsalS { get; init; }

    /// <summary>What a private server may take at most; null for no limit.</summary>
    public ServerLimits? ServerLimits { get; init; }

    /// <summary>How source processes are started on other hosts; null where all run on this machine.</summary>
    public Launcher? Launcher { get; init; }

    /// <summary>Where this program is on those hosts; null for where it is here.</summary>
    public string? HostProgram { get; init; }

    public required SweepOrder Order { get; init; }

    /// <summary>The axis whose two values are compared in pairs, or null.</summary>
    public required Axis? PairAxis { get; init; }

    /// <summary>How many values an axis has in all, over the databases where each has its own.</summary>
    public int CountOn(Axis axis) => Axes.TryGetValue(axis, out var asked) && asked.Count > 0
        ? asked.Count
        : Databases.SelectMany(database => database.On(axis)).OfType<object>().Distinct().Count();

    public required ulong Seed { get; init; }

    /// <summary>A fresh seed of the schedule for pairs whose user gave none; else null.</summary>
    public ulong? OrderSeed { get; init; }

    public required double Confidence { get; init; }

    public required int Retries { get; init; }

    public required double RetryDelayS { get; init; }

    /// <summary>Both for the databases that have a default of their own which the user has not replaced, by name.</summary>
    public IReadOnlyDictionary<string, RetryDefault> OwnRetries { get; init; } = new Dictionary<string, RetryDefault>(StringComparer.Ordinal);

    /// <summary>The recorded data to replay, or null for the synthetic meter.</summary>
    public required InputRequest? Input { get; init; }

    public required DatabaseAccess Access { get; init; }

    /// <summary>The points: every combination of the axes, the last axis changing fastest.</summary>
    /// <param name="values">Values a record.</param>
    /// <returns>The points in the order given.</returns>
    public IReadOnlyList<Point> Points(IReadOnlyList<int> values)
    {
        var whole = this with { Axes = new Dictionary<Axis, IReadOnlyList<object>>(Axes) { [SweepAxes.Values] = [.. values.Cast<object>()] } };
        return
        [
            .. Databases.SelectMany(database => SweepAxes.All.OrderBy(axis => axis.Nesting).Aggregate(
                (IEnumerable<AxisValues>)[AxisValues.None],
                (places, axis) => [.. places.SelectMany(place => whole.On(axis, database).Select(value => place.With(axis, value)))]))
                .Select(Point.Of),
        ];
    }

    /// <summary>How many points there are, without making them: the lists may multiply to more than there is memory for.</summary>
    public long Count => Databases.Sum(database =>
        SweepAxes.All.Aggregate(1L, (points, axis) => Math.Min(int.MaxValue, points * On(axis, database).Count)));

    /// <summary>The values of an axis for one database: those asked for, else the database's own.</summary>
    private IReadOnlyList<object?> On(Axis axis, DatabaseChoice database) =>
        Axes.TryGetValue(axis, out var asked) && asked.Count > 0 ? asked : database.On(axis);

    private IReadOnlyList<T> On<T>(Axis<T> axis)
        where T : notnull =>
        Axes.TryGetValue(axis, out var values) ? [.. values.Cast<T>()] : [];
}
