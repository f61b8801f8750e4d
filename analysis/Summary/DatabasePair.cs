using System.Text.Json.Serialization;
using DbIngest.Analysis.Statistics;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Summary;

/// <summary>The throughput of two databases against each other at one N, from <see cref="AcrossPoints"/>.</summary>
/// <param name="RecordsPerSource">N.</param>
/// <param name="A">Name of the first database.</param>
/// <param name="B">Name of the second database.</param>
/// <param name="Ratio">Geometric mean throughput of B / that of A: above 1, B is faster.</param>
/// <param name="RatioInterval">
/// Games-Howell; holds together with the intervals of all pairs, N and mixes. Null where a double cannot hold a bound.
/// </param>
/// <param name="P">P-value of a ratio of 1, adjusted for all pairs, N and mixes.</param>
/// <param name="PointA">Point of A.</param>
/// <param name="PointB">Point of B.</param>
/// <remarks>
/// Tables, forest plots and claims of a report show it. <c>summary.json</c> contains the members, so none may be renamed.
/// </remarks>
public sealed record DatabasePair(
    long RecordsPerSource,
    string A,
    string B,
    double Ratio,
    Interval? RatioInterval,
    double P,
    [property: JsonIgnore] Point PointA,
    [property: JsonIgnore] Point PointB)
{
    /// <summary>
    /// Interval of the ratio by Tukey HSD, as study 2 compares; it assumes that all databases vary alike. Corrected as <see
    /// cref="RatioInterval"/> is.
    /// </summary>
    public Interval? TukeyRatioInterval { get; init; }

    /// <summary>P-value of a ratio of 1 by Tukey HSD, corrected as <see cref="P"/> is.</summary>
    public double? TukeyP { get; init; }
}
