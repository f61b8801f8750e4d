using System.Globalization;
using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;
using DbIngest.Core.Plan;
using DbIngest.Core.Searches;

namespace DbIngest.Analysis.Gates;

/// <summary>
/// The judgement of a gate on one point. <see cref="AbsoluteGate.Judge"/> makes it. <c>run</c> prints it and ends with exit code
/// 5 when <see cref="Fails"/> is true, unless a failed audit or a missing point gives a graver code.
/// </summary>
/// <param name="Figure">
/// Figure of the point, in the unit of the gate's limit. Of a search without a rate, the end of the searched rates. NaN if the
/// measured trials lack the figure, as where no space was measured.
/// </param>
/// <param name="Interval">
/// Null when there is no bounded interval; the point cannot fail then, unless it is a search of which no rate holds.
/// </param>
/// <param name="Fails">True when the whole interval, or all that a search leaves open, lies beyond the limit.</param>
/// <param name="Gate">The gate that judged, with metric and limit.</param>
/// <param name="Point">A point with measured trials, or the point of a search.</param>
public sealed record GateFinding(AbsoluteGate Gate, Point Point, double Figure, Interval? Interval, bool Fails)
{
    /// <summary>How a search ended that found no rate; null for every other figure.</summary>
    public SearchEnd? End { get; init; }

    /// <summary>True when the interval is that of several blocks, whose trials depend on each other.</summary>
    public bool IsOfBlocks { get; init; }

    /// <summary>True when the figure is a response time of an open loop, false for a service time and other metrics.</summary>
    public bool IsResponse { get; init; }

    /// <summary>True when the figure decides. Otherwise the point neither fails nor passes.</summary>
    public bool IsJudged => End switch
    {
        null => Interval is not null,
        SearchEnd.NoRateHolds => Fails,
        SearchEnd.EveryRateHolds => Figure >= Gate.Limit,
        _ => false,
    };

    /// <summary>The judgement in a sentence.</summary>
    /// <returns>
    /// The point's key and the judgement: <c>db=sqlite ... records=10000: records/s 95,000 (93,000 to 97,000), below 100,000</c>.
    /// </returns>
    public override string ToString()
    {
        string interval = Interval is { } bounds ? $"{Text(bounds.Low)} to {Text(bounds.High)}"
            : $"no bounded interval: more {(IsOfBlocks ? "blocks" : "trials")} give one";
        string figure = End switch
        {
            null when double.IsNaN(Figure) => "none (not measured)",
            null => $"{Text(Figure)} ({interval})",
            SearchEnd.NoRateHolds => $"below {Text(Figure)} (no searched rate holds)",
            SearchEnd.EveryRateHolds => $"at least {Text(Figure)} (every searched rate holds)",
            { } end => $"none (the search is {EnumWords.Spaced(end)})",
        };
        string verdict = (Gate.Metric == GateMetric.Throughput, Fails) switch
        {
            (true, true) => "below",
            (true, false) => "not surely below",
            (false, true) => "above",
            (false, false) => "not surely above",
        };
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{Point.Key}: {Name} {figure}, {verdict} {Text(Gate.Limit)}");
    }

    private string Name => Gate.Metric switch
    {
        GateMetric.Throughput => LoadWords.Unit(Point),
        GateMetric.BytesPerRecord => "bytes a record",
        _ => string.Create(CultureInfo.InvariantCulture, $"{(IsResponse ? "response " : string.Empty)}p{Gate.Percentile} ms"),
    };

    private string Text(double value) => Gate.Metric switch
    {
        GateMetric.Throughput => value.ToString("#,0", CultureInfo.InvariantCulture),
        GateMetric.BytesPerRecord => value.ToString("#,0.0", CultureInfo.InvariantCulture),
        _ => (value * 1000).ToString("#,0.###", CultureInfo.InvariantCulture),
    };
}
