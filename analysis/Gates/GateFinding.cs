using System.Globalization;
using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Gates;

/// <summary>
/// The judgement of a gate on one point. <see cref="AbsoluteGate.Judge"/> makes it; <c>run</c> prints it and ends with exit code
/// 5 when <see cref="Fails"/> is true.
/// </summary>
/// <param name="Figure">Figure of the point, in the unit of the gate's limit.</param>
/// <param name="Interval">Null when there is no bounded interval; the point cannot fail then.</param>
/// <param name="Fails">True when the whole interval lies beyond the limit.</param>
/// <param name="Gate">The gate that judged, with metric and limit.</param>
/// <param name="Point">A point that has the figure.</param>
public sealed record GateFinding(AbsoluteGate Gate, Point Point, double Figure, Interval? Interval, bool Fails)
{
    /// <summary>The judgement in a sentence.</summary>
    /// <returns>
    /// The point's key and the judgement: <c>db=sqlite ... records=10000: records/s 95,000 (93,000 to 97,000), below 100,000</c>.
    /// </returns>
    public override string ToString()
    {
        string interval = Interval is { } bounds ? $"{Text(bounds.Low)} to {Text(bounds.High)}"
            : "no bounded interval: more trials give one";
        string verdict = (Gate.Metric == GateMetric.Throughput, Fails) switch
        {
            (true, true) => "below",
            (true, false) => "not surely below",
            (false, true) => "above",
            (false, false) => "not surely above",
        };
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{Point.Key}: {Name} {Text(Figure)} ({interval}), {verdict} {Text(Gate.Limit)}");
    }

    private string Name => Gate.Metric switch
    {
        GateMetric.Throughput => LoadWords.Unit(Point),
        GateMetric.BytesPerRecord => "bytes a record",
        _ => string.Create(CultureInfo.InvariantCulture, $"p{Gate.Percentile} ms"),
    };

    private string Text(double value) => Gate.Metric switch
    {
        GateMetric.Throughput => value.ToString("#,0", CultureInfo.InvariantCulture),
        GateMetric.BytesPerRecord => value.ToString("#,0.0", CultureInfo.InvariantCulture),
        _ => (value * 1000).ToString("#,0.###", CultureInfo.InvariantCulture),
    };
}
