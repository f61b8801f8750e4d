using System.Globalization;
using System.Text.Json;
using DbIngest.Core.Operations;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Summary;

/// <summary>What the load of points is counted in: records and batches, or the operations of a mix.</summary>
internal static class LoadWords
{
    /// <summary>The unit of throughput.</summary>
    public static string Unit(IEnumerable<Point> points) =>
        string.Join(" or ", points.Select(Unit).Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal).Reverse());

    /// <summary>The unit of throughput of one point.</summary>
    public static string Unit(Point point) => point.Mix is null ? "records/s" : "operations/s";

    /// <summary>Whether a trial ends by the clock alone: its number of records is then the most that a source could write, and tells nothing.</summary>
    public static bool EndsByClock(Point point) => point.DurationS is not null && point.RecordsPerSource == SweepAxes.Records.Largest;

    /// <summary>What latency is that of.</summary>
    public static string Piece(Point point) => point.Mix is null ? "batch" : "operation";

    /// <summary>Several of them.</summary>
    public static string Pieces(Point point) => point.Mix is null ? "batches" : "operations";

    /// <summary>A kind of operation: <c>insert batch</c>.</summary>
    public static string Of(OperationKind kind) => JsonNamingPolicy.SnakeCaseLower.ConvertName(kind.ToString()).Replace('_', ' ');

    /// <summary>Whether more arrived than the database took: rule 13 is broken.</summary>
    public static bool FallsBehind(PointSummary point) => point.OpenLoop is not null && point.Rules.Any(rule => rule is { Rule: 13, State: RuleState.Broken });

    /// <summary>Milliseconds with three significant digits.</summary>
    public static string Milliseconds(double us) => Text.Figure.Short(us / 1000) + " ms";

    /// <summary>The latencies of a mix by kind, <c>read 0.812 ms, update 11.2 ms</c>.</summary>
    public static string ByKind(PointSummary point) => string.Join(", ", (point.Operations ?? []).Where(kind => kind.Latency is not null)
        .Select(kind => string.Create(CultureInfo.InvariantCulture, $"{Of(kind.Kind)} {Milliseconds(kind.Latency!.P99Us)}")));
}
