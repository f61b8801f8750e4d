using System.Text.Json;
using System.Text.Json.Serialization;
using DbIngest.Analysis.Statistics;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// The one-way analysis over the mixes of a sweep: whether the throughput of each database depends on the mix, at each N, as
/// study 2 analyses it. <see cref="AcrossPoints"/> compares the databases at each mix. Tables of a report show it.
/// </summary>
/// <remarks>
/// <c>Summarizer</c> computes one per group of points. A sweep of pairs has some only if the axis of its pairs groups points
/// (<c>Axis.Groups</c>), and a search has none. The p-value corrected by Holm is that of Welch's test, and that of the analysis
/// of variance only where Welch's test is not possible. The table and <c>summary.json</c> also hold the other tests, uncorrected.
/// <c>summary.json</c> contains the members, so none may be renamed.
/// </remarks>
public sealed record AcrossMixes
{
    /// <summary>A mix with fewer values is left out: two values give a variance on one degree of freedom.</summary>
    internal const int FewestValues = 3;

    /// <summary>The values of the axes that all points of the analysis share.</summary>
    [JsonIgnore]
    public AxisValues Held { get; init; } = AxisValues.None;

    /// <summary><see cref="Held"/> as members of the analysis in JSON.</summary>
    [JsonExtensionData]
    public IDictionary<string, JsonElement> HeldFields => AxisFields.Of(Held, axis => axis.Groups && axis != SweepAxes.Mix);

    /// <summary>One entry per database and N that has at least two mixes with three values each.</summary>
    public required IReadOnlyList<MixEffect> Effects { get; init; }

    /// <summary>
    /// Analyses all points of a sweep; <c>Summarizer</c> calls it. Points at a rate (<c>--rate</c>) are left out: arrivals decide
    /// their operations/s, and the mix their response times, which other tables show.
    /// </summary>
    /// <returns>One analysis per combination of the other axes; empty for one mix, or without mixes.</returns>
    internal static IReadOnlyList<AcrossMixes> Of(IReadOnlyList<PointTrials> trials) =>
    [
        .. trials.Where(point => point.Point is { Mix: not null, Rate: null } && point.Point.Database != ManifestTargets.Null)
            .GroupBy(point => HeldOf(point.Point.Axes.Only(axis => axis.Groups)))
            .Select(group => new AcrossMixes { Held = group.Key, Effects = Corrected([.. EffectsOf([.. group])]) })
            .Where(analysis => analysis.Effects.Count > 0),
    ];

    /// <summary>
    /// The given axes without the mix. It also defines the families of tests that <see cref="AcrossPoints"/> corrects together
    /// and <see cref="Rules.SweepRules"/> counts.
    /// </summary>
    internal static AxisValues HeldOf(AxisValues held) => held.Only(axis => axis != SweepAxes.Mix);

    private static IEnumerable<MixEffect> EffectsOf(PointTrials[] points) =>
        from point in points
        group point by (point.Point.Target, point.Point.RecordsPerSource) into cell
        let mixes = cell.Select(mix => (Point: mix.Point, Rates: Rates(mix.Measured)))
            .Where(mix => mix.Rates.Count >= FewestValues).ToList()
        where mixes.Count > 1
        let rates = mixes.ConvertAll(mix => mix.Rates)
        let anova = OneWayAnova.Of(rates, "mix")
        where anova is not null
        select new MixEffect
        {
            Database = AcrossPoints.Name(mixes[0].Point, points),
            RecordsPerSource = cell.Key.RecordsPerSource,
            Mixes = mixes.ConvertAll(mix => mix.Point.Mix!.Words),
            MeanOperationsPerS = rates.ConvertAll(mix => mix.Average()),
            Anova = anova,
            Welch = WelchAnova.Of(rates),
            BrownForsythe = WelchAnova.OfBrownForsythe(rates),
            EqualVarianceP = Statistics.BrownForsythe.Of(rates)?.Between.P,
            AdjustedP = 1,
        };

    private static IReadOnlyList<MixEffect> Corrected(MixEffect[] effects) =>
        [.. effects.Zip(Holm.Adjust([.. effects.Select(effect => effect.P)]), (effect, p) => effect with { AdjustedP = p })];

    /// <summary>
    /// Returns the operations/s of each trial with a rate above 0, or the mean of each block when several blocks have trials.
    /// </summary>
    private static IReadOnlyList<double> Rates(IReadOnlyList<TrialResult> trials)
    {
        TrialResult[] usable = [.. trials.Where(trial => TrialRate.Of(trial) > 0)];
        return BlockMeans.Of(usable, [.. usable.Select(TrialRate.Of)]);
    }
}
