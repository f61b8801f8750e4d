using System.Text.Json.Serialization;
using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// The effect of the mix on the operations/s of one database at one N: <see cref="AcrossMixes"/> computes it, and
/// <c>MixTable</c> shows it. Values are operations/s of the measured trials, as study 2 analyses them, or block means where
/// there are blocks.
/// </summary>
/// <remarks><c>summary.json</c> contains the members, so none may be renamed.</remarks>
public sealed record MixEffect
{
    /// <summary>The database, with the axes in which targets of one database differ.</summary>
    public required string Database { get; init; }

    /// <summary>N.</summary>
    public required long RecordsPerSource { get; init; }

    /// <summary>The mixes compared, by name, in the order of the sweep.</summary>
    public required IReadOnlyList<string> Mixes { get; init; }

    /// <summary>Mean of the values of each mix.</summary>
    public required IReadOnlyList<double> MeanOperationsPerS { get; init; }

    /// <summary>One-way analysis of variance; it assumes equal variances.</summary>
    public required OneWayAnova Anova { get; init; }

    /// <summary>Welch's test of equal means. Null when a mix does not vary.</summary>
    public required WelchAnova? Welch { get; init; }

    /// <summary>Brown and Forsythe's test of equal means (F*). Null when a mix does not vary.</summary>
    public required WelchAnova? BrownForsythe { get; init; }

    /// <summary>P-value of equal variances of the mixes (Brown-Forsythe); null where the test is not possible.</summary>
    public required double? EqualVarianceP { get; init; }

    /// <summary>P-value of Welch's test; where <see cref="Welch"/> is null, that of the analysis of variance.</summary>
    [JsonIgnore]
    public double P => Welch?.P ?? Anova.Between.P;

    /// <summary><see cref="P"/>, corrected by Holm over all databases and N of the same analysis.</summary>
    public required double AdjustedP { get; init; }
}
