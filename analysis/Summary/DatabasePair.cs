using System.Text.Json.Serialization;
using DbIngest.Analysis.Statistics;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Summary;

/// <summary>The throughput of two databases against each other at one N, from <see cref="AcrossPoints"/>.</summary>
/// <param name="RecordsPerSource">N.</param>
/// <param name="A">Name of the first database.</param>
/// <param name="B">Name of the second database.</param>
/// <param name="Ratio">Geometric mean throughput of B / that of A: above 1, B is faster.</param>
/// <param name="RatioInterval">Holds together with the intervals of all pairs and N.</param>
/// <param name="P">P-value of a ratio of 1, adjusted for all pairs and N.</param>
/// <param name="PointA">Point of A.</param>
/// <param name="PointB">Point of B.</param>
/// <remarks>Tables, forest plots and claims of a report show it.</remarks>
public sealed record DatabasePair(
    long RecordsPerSource,
    string A,
    string B,
    double Ratio,
    Interval RatioInterval,
    double P,
    [property: JsonIgnore] Point PointA,
    [property: JsonIgnore] Point PointB);
