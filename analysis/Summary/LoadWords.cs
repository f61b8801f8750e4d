using System.Globalization;
using System.Text.Json;
using DbIngest.Abstractions.Operations;
using DbIngest.Core.Operations;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// Chooses words and units for the load of a point: records and batches, or the operations of a mix. Tables, figures and answers
/// take them from here, so that one thing has one word.
/// </summary>
internal static class LoadWords
{
    /// <summary>The unit of throughput of several points: <c>records/s or operations/s</c> where both occur.</summary>
    public static string Unit(IEnumerable<Point> points) =>
        string.Join(" or ", points.Select(Unit).Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal).Reverse());

    /// <summary>The unit of throughput of one point.</summary>
    public static string Unit(Point point) => point.Mix is null ? "records/s" : "operations/s";

    /// <summary>
    /// True when a trial ends by the clock alone. Its number of records per source is then only an upper bound.
    /// </summary>
    public static bool EndsByClock(Point point) => point.DurationS is not null
        && point.RecordsPerSource == SweepAxes.Records.Largest;

    /// <summary>
    /// The length of a trial: <c>30,000 records a source</c>, or <c>2 s a trial</c> where it ends by the clock alone.
    /// </summary>
    public static string Length(Point point) => EndsByClock(point)
        ? $"{SweepAxes.Duration.Phrase(point.Axes)} a trial"
        : string.Create(CultureInfo.InvariantCulture, $"{point.RecordsPerSource:#,0} records a source");

    /// <summary>
    /// The rates of those points at which arrivals decide the throughput: <c>300/s, 600/s</c>. Empty if no point has a rate.
    /// </summary>
    public static string Rates(IEnumerable<Point> points) =>
        string.Join(", ", points.Select(point => point.Rate?.Words).OfType<string>().Distinct(StringComparer.Ordinal));

    /// <summary>
    /// A note for tables that compare the throughput of points, some of them at a rate; none if no point has a rate.
    /// </summary>
    public static IEnumerable<string> RateNotes(IEnumerable<Point> points)
    {
        if (Rates(points) is { Length: > 0 } rates)
        {
            yield return $"Arrivals decide the throughput of points at a rate ({rates}): equal throughput only shows that a "
                + "database keeps up. Compare response times.";
        }
    }

    /// <summary>The noun for the work that one latency measures: a batch, or an operation of a mix.</summary>
    public static string Piece(Point point) => point.Mix is null ? "batch" : "operation";

    /// <summary>The plural of <see cref="Piece"/>.</summary>
    public static string Pieces(Point point) => point.Mix is null ? "batches" : "operations";

    /// <summary>A kind of operation in words: <c>insert batch</c>.</summary>
    public static string Of(OperationKind kind) => JsonNamingPolicy.SnakeCaseLower.ConvertName(kind.ToString()).Replace('_', ' ');

    /// <summary>A kind of question in words: <c>hourly mean</c>.</summary>
    public static string Of(TimeQueryKind kind) => JsonNamingPolicy.SnakeCaseLower.ConvertName(kind.ToString()).Replace('_', ' ');

    /// <summary>
    /// True when more records arrived than the database took, as the verdict of rule 13 says. False before the rules are
    /// evaluated.
    /// </summary>
    public static bool FallsBehind(PointSummary point) => point.OpenLoop is not null
        && point.Rules.Any(rule => rule is { Rule: 13, State: RuleState.Broken });

    /// <summary>Microseconds as milliseconds with about four digits: <c>11.25 ms</c>.</summary>
    public static string Milliseconds(double us) => Text.NumberText.Short(us / 1000) + " ms";

    /// <summary>The p99 of each kind of operation of a mix: <c>read 0.812 ms, update 11.2 ms</c>.</summary>
    public static string ByKind(PointSummary point) =>
        string.Join(", ", (point.Operations ?? []).Where(kind => kind.Latency is not null)
        .Select(kind => string.Create(CultureInfo.InvariantCulture, $"{Of(kind.Kind)} {Milliseconds(kind.Latency!.P99Us)}")));
}
