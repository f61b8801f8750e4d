using System.Text.Json.Serialization;
using DbIngest.Analysis.Statistics;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Summary;

/// <summary>Two databases at one N.</summary>
/// <param name="RecordsPerSource">N.</param>
/// <param name="A">The first database.</param>
/// <param name="B">The second database.</param>
/// <param name="Ratio">Geometric mean throughput of B / that of A: above 1, B is faster.</param>
/// <param name="RatioInterval">Its interval, holding together with those of all pairs and N.</param>
/// <param name="P">The p-value of a ratio of 1, adjusted for all pairs and N.</param>
/// <param name="PointA">The point of the first.</param>
/// <param name="PointB">The point of the second.</param>
public sealed record DatabasePair(
    long RecordsPerSource,
    string A,
    string B,
    double Ratio,
    Interval RatioInterval,
    double P,
    [property: JsonIgnore] Point PointA,
    [property: JsonIgnore] Point PointB);
