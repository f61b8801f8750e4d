using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Reproduce;

/// <summary>
/// Study 2's findings: the effect of the mix on each database (eta squared), pairs that it could not tell apart, and the orders
/// of its published means, of which the direction alone is judged. <see cref="Reproduction"/> numbers them and calls the judges.
/// A finding inserted before others changes their numbers.
/// </summary>
internal static class MixFindings
{
    /// <summary>Eta squared that the study calls large (Cohen 1988).</summary>
    private const double Large = 0.14;

    private static readonly Dictionary<(long Records, string Database), double> EtaSquared = new()
    {
        [(10_000, Study2Data.Volt)] = 0.1473,
        [(10_000, Study2Data.MongoDb)] = 0.5712,
        [(10_000, Study2Data.Cassandra)] = 0.6437,
        [(10_000, Study2Data.Cockroach)] = 0.9960,
        [(100_000, Study2Data.Volt)] = 0.7960,
        [(100_000, Study2Data.MongoDb)] = 0.9180,
        [(100_000, Study2Data.Cassandra)] = 0.9830,
        [(100_000, Study2Data.Cockroach)] = 0.9996,
        [(1_000_000, Study2Data.Volt)] = 0.9707,
        [(1_000_000, Study2Data.MongoDb)] = 0.9811,
        [(1_000_000, Study2Data.Cassandra)] = 0.9880,
        [(1_000_000, Study2Data.Cockroach)] = 0.9998,
    };

    /// <summary>Pairs of Cassandra and MongoDB that Tukey's test did not tell apart.</summary>
    private static readonly (char Mix, long Records, double P)[] Alike =
        [('C', 100_000, 0.9688), ('D', 100_000, 0.175), ('D', 1_000_000, 0.952)];

    public static (string Claim, string Published, Func<Study2Data, FindingOutcome> Judge)[] All { get; } =
    [
        .. EtaSquared.Select(effect => (
            IsSignificant(effect.Key)
                ? FormattableString.Invariant(
                    $"The mix has a large effect on {effect.Key.Database} at {effect.Key.Records:#,0} rows.")
                : FormattableString.Invariant(
                    $"The mix has no significant effect on {effect.Key.Database} at {effect.Key.Records:#,0} rows."),
            FormattableString.Invariant($"eta2 {effect.Value:0.0000}, ")
                + (IsSignificant(effect.Key) ? "significant" : "p = .119"),
            (Func<Study2Data, FindingOutcome>)(data => Effect(data, effect.Key.Records, effect.Key.Database)))),
        .. Alike.Select(pair => (
            FormattableString.Invariant($"Cassandra and MongoDB do not differ at {pair.Mix}, {pair.Records:#,0} rows."),
            FormattableString.Invariant($"p = {pair.P:0.####}"),
            (Func<Study2Data, FindingOutcome>)(data => AreAlike(data, pair.Mix, pair.Records)))),
        .. Study2Data.PublishedPairs.Select(pair => (
            FormattableString.Invariant($"{pair.More} is faster than {pair.Less} at {pair.Mix}, {pair.Records:#,0} rows."),
            FormattableString.Invariant($"{pair.Ratio:0.00}x"),
            (Func<Study2Data, FindingOutcome>)(data => Faster(data, pair.Mix, pair.Records, pair.More, pair.Less)))),
    ];

    /// <summary>Returns the level of each of several findings at which all of a kind hold together (Bonferroni).</summary>
    private static double LevelOf(Study2Data data, int findings) => 1 - ((1 - data.Confidence) / findings);

    private static double PairLevel(Study2Data data) =>
        LevelOf(data, Alike.Length + Study2Data.PublishedPairs.Count());

    private static bool IsSignificant((long Records, string Database) cell) => cell is not (10_000, Study2Data.Volt);

    private static FindingOutcome Effect(Study2Data data, long records, string database)
    {
        var points = data.Over(records, database);
        IReadOnlyList<double>[] rates = [.. points.Select(point => Rates(point.Measured))];
        if (rates.Length < 5)
        {
            return FindingOutcome.NotMeasured(FormattableString.Invariant(
                $"{database} at {records:#,0} rows: {rates.Length} of 5 mixes have three trials and an interval."));
        }

        if (OneWayAnova.Of(rates) is not { } anova)
        {
            return FindingOutcome.NotMeasured($"{database}: the trials do not vary.");
        }

        double p = WelchAnova.Of(rates)?.P ?? anova.Between.P;
        double level = LevelOf(data, EtaSquared.Count);
        bool isSignificant = p <= 1 - level;
        FormattableString ours =
            $"eta2 {anova.Between.EtaSquared:0.0000} (omega2 {anova.Between.OmegaSquared:0.0000}), p = {p:0.0000}";
        FormattableString reason =
            $"{database} at {records:#,0} rows: p of Welch's test over the five mixes; an eta squared of {Large} is large.";
        bool hasEffect = isSignificant && anova.Between.EtaSquared >= Large;
        return AreAlike(rates, level) || hasEffect
            ? FindingOutcome.Of(hasEffect == IsSignificant((records, database)), ours, reason)
            : FindingOutcome.NotMeasured(
                "No effect was found, which does not show that there is none. " + FormattableString.Invariant(reason), ours);
    }

    /// <summary>True when the simultaneous intervals of all ratios of mixes lie within the practical threshold.</summary>
    private static bool AreAlike(IReadOnlyList<double>[] rates, double confidence)
    {
        double most = -Math.Log(1 - FindingOutcome.Practical);
        var pairs = GamesHowell.Of([.. rates.Select(mix => mix.Select(rate => Math.Log(rate)).ToArray())], confidence);
        return pairs.Count > 0 && pairs.All(pair => pair.Interval.Low > -most && pair.Interval.High < most);
    }

    private static FindingOutcome AreAlike(Study2Data data, char mix, long records)
    {
        if (RatioOf(data, mix, records, Study2Data.MongoDb, Study2Data.Cassandra) is not { } ratio)
        {
            return NotThere(mix, records, Study2Data.Cassandra, Study2Data.MongoDb);
        }

        if (ratio.IntervalAt(PairLevel(data)) is not { } interval)
        {
            return FindingOutcome.NotMeasured("Too few trials for an interval.");
        }

        FormattableString ours = $"{ratio.Value:0.00}x ({interval.Low:0.00} to {interval.High:0.00})";
        FormattableString reason =
            $"cassandra / mongodb at {mix}, {records:#,0} rows; a difference below {FindingOutcome.Practical:0 %} is none.";
        bool isAlike = interval.Low > 1 - FindingOutcome.Practical && interval.High < 1 / (1 - FindingOutcome.Practical);
        return isAlike || !interval.Contains(1)
            ? FindingOutcome.Of(isAlike, ours, reason)
            : FindingOutcome.NotMeasured(
                "Not told apart, which does not show that they are alike. " + FormattableString.Invariant(reason), ours);
    }

    private static FindingOutcome Faster(Study2Data data, char mix, long records, string more, string less) =>
        RatioOf(data, mix, records, less, more) is { } ratio
            ? FindingOutcome.OfRatio(ratio.Value, ratio.IntervalAt(PairLevel(data)),
                $"{more} / {less} at {mix}, {records:#,0} rows")
            : NotThere(mix, records, more, less);

    private static ThroughputRatio? RatioOf(Study2Data data, char mix, long records, string below, string above) =>
        data.At(mix, records, below) is { BearsClaims: true } first
        && data.At(mix, records, above) is { BearsClaims: true } second
            ? ThroughputRatio.Of(first, second) : null;

    private static FindingOutcome NotThere(char mix, long records, string first, string second) =>
        FindingOutcome.NotMeasured(FormattableString.Invariant(
            $"{first} and {second} have not three trials and an interval each at {mix}, {records:#,0} rows."));

    /// <summary>The rates of the trials, or of the blocks. A trial of which every operation was retried has none.</summary>
    private static IReadOnlyList<double> Rates(IReadOnlyList<TrialResult> trials)
    {
        TrialResult[] usable = [.. trials.Where(trial => TrialRate.Of(trial) > 0)];
        return BlockMeans.Of(usable, [.. usable.Select(TrialRate.Of)]);
    }
}
