using DbIngest.Core.Plan;

namespace DbIngest.Core.Results;

/// <summary>What the client's ceiling depends on.</summary>
/// <param name="Sources">Sources in all.</param>
/// <param name="Batch">Records a batch.</param>
/// <param name="InFlight">Batches in flight a source.</param>
/// <param name="Values">Values a record.</param>
public sealed record CalibrationKey(int Sources, int Batch, int InFlight, int Values)
{
    /// <summary>The key of a point.</summary>
    /// <param name="point">The point.</param>
    /// <returns>Its key.</returns>
    public static CalibrationKey Of(Point point) => new(point.Sources.Total, point.Batch, point.InFlight, point.Values);
}
