using DbIngest.Abstractions.Targets;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Reproduce;

/// <summary>
/// A point of a result compared with the protocol of study 1. <see cref="Study1Selection"/> creates one per point and leaves out
/// those that depart from the protocol.
/// </summary>
/// <param name="Result">The result of the point.</param>
/// <param name="Summary">The figures of the point.</param>
/// <param name="Nodes">Nodes of the database, at least 1.</param>
/// <param name="Departures">How the point departs from the study's protocol, in a few words each; empty if it does not.</param>
internal sealed record Study1Point(SweepSummary Result, PointSummary Summary, int Nodes, IReadOnlyList<string> Departures)
{
    /// <summary>Sources of the study, five on one machine and three on the other.</summary>
    public const int Sources = 8;

    /// <summary>Nodes of the study's NoSQL clusters. Its relational database had one.</summary>
    public const int ClusterNodes = 4;

    /// <summary>Fewest records per source of the study, and the step from one of its numbers to the next.</summary>
    public const long SmallestN = 10_000;

    /// <summary>Most records per source of the study.</summary>
    public const long LargestN = 330_000;

    /// <summary>Optional axes whose departures have other words, or that only points with a mix or a service have.</summary>
    private static readonly Axis[] Known =
    [
        SweepAxes.Nodes, SweepAxes.Mix, SweepAxes.Rate, SweepAxes.Duration, SweepAxes.Via, SweepAxes.Index, SweepAxes.Freshness,
        SweepAxes.Operations, SweepAxes.ClientThreads, SweepAxes.ServiceThreads, SweepAxes.ServiceConnections,
        SweepAxes.ServiceHttp,
    ];

    /// <summary>Axes of the point.</summary>
    public Point Point => Summary.Point;

    /// <summary>Description of the point's target; null when the manifest lacks it.</summary>
    public TargetDescription? Target => Result.Targets.FirstOrDefault(Point.IsWrittenTo);

    /// <summary>True when the point departs from the protocol in <paramref name="departure"/> alone, or not at all.</summary>
    public bool DepartsOnlyIn(string departure) => Departures.All(own => own == departure);

    /// <summary>The words for a departure in the number of nodes.</summary>
    public static string OfNodes(int nodes) => FormattableString.Invariant($"{nodes} {(nodes == 1 ? "node" : "nodes")}");

    /// <summary>The words for a departure in the number of sources.</summary>
    public static string OfSources(int sources) =>
        FormattableString.Invariant($"{sources} {(sources == 1 ? "source" : "sources")}");

    /// <summary>Compares a point with the protocol.</summary>
    /// <param name="result">The result of the point.</param>
    /// <param name="summary">The figures of the point.</param>
    /// <param name="isCluster">True for a database that the study ran on four nodes.</param>
    public static Study1Point Of(SweepSummary result, PointSummary summary, bool isCluster)
    {
        var point = summary.Point;
        int nodes = NodesOf(result, point);
        return new Study1Point(result, summary, nodes,
        [
            .. point.Mix is { } mix ? [$"the mix {mix.Words}"] : Array.Empty<string>(),
            .. point.Rate is not null ? ["records that arrive at a rate"] : Array.Empty<string>(),
            .. point.DurationS is not null ? ["trials that end by time"] : Array.Empty<string>(),
            .. point.Batch == 1 ? ["no batches"] : Array.Empty<string>(),
            .. point.RecordsPerSource is < SmallestN or > LargestN
                ? [FormattableString.Invariant($"N outside {SmallestN:#,0} to {LargestN:#,0}")] : Array.Empty<string>(),
            .. point.Sources.Total == Sources ? Array.Empty<string>() : [OfSources(point.Sources.Total)],
            .. nodes == (isCluster ? ClusterNodes : 1) ? Array.Empty<string>() : [OfNodes(nodes)],
            .. TableOf(point).OfType<string>(),
            .. OtherAxes.Of(point, Known),
        ]);
    }

    /// <summary>
    /// Returns how the table of a point, or the way to it, departs; null for each departure that the point does not have. The
    /// study switched every index off, so a table that <c>--via none</c>, <c>--freshness none</c> or <c>--index</c> prepares for
    /// single records departs.
    /// </summary>
    private static IEnumerable<string?> TableOf(Point point) =>
    [
        point.Via switch
        {
            null => null,
            SweepAxes.ViaNone => "a table as for a service",
            _ => "through a service",
        },
        SweepAxes.Index.TryGet(point.Axes, out string? index) ? $"a table for single records with index {index}" : null,
        SweepAxes.Freshness.TryGet(point.Axes, out var probes)
            ? probes.IsNone ? "a table as for probes" : probes.Words("probes") : null,
    ];

    /// <summary>
    /// Returns the number of nodes that the run started, or that the database reported in its settings; 1 when it reported none.
    /// The selections of the studies that ran on one node call it too.
    /// </summary>
    internal static int NodesOf(SweepSummary result, Point point)
    {
        var settings = result.Targets.FirstOrDefault(point.IsWrittenTo)?.Settings;
        int? Setting(string name, Func<string, int?> read) =>
            settings is not null && settings.TryGetValue(name, out string? text) ? read(text) : null;
        return point.Nodes
            ?? Setting("nodes", Number)
            ?? Setting("shards", Number)
            ?? Setting("nodes_with_data", text => text.Split(',').Length)
            ?? 1;
    }

    private static int? Number(string text) => int.TryParse(
        text, System.Globalization.NumberStyles.None, System.Globalization.CultureInfo.InvariantCulture, out int number)
        ? Math.Max(1, number) : null;
}
