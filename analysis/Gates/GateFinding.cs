using System.Globalization;
using DbIngest.Analysis.Statistics;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Gates;

/// <summary>What a gate says of a point.</summary>
/// <param name="Gate">The gate.</param>
/// <param name="Point">The point.</param>
/// <param name="Figure">The point's figure, in the unit of the gate's limit.</param>
/// <param name="Interval">Its interval; null when there is no bounded one, and the point cannot fail.</param>
/// <param name="Fails">Whether the whole interval lies beyond the limit.</param>
public sealed record GateFinding(AbsoluteGate Gate, Point Point, double Figure, Interval? Interval, bool Fails)
{
    /// <summary>The finding in a sentence.</summary>
    /// <returns>As <c>sqlite, 10,000 records/source: 95,000 records/s (93,000 to 97,000) is below 100,000</c>.</returns>
    public override string ToString()
    {
        string interval = Interval is { } bounds ? $"{Text(bounds.Low)} to {Text(bounds.High)}" : "no bounded interval: more trials give one";
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
        GateMetric.Throughput => "records/s",
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
