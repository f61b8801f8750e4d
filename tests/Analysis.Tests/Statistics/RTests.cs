using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Tests.Statistics;

/// <summary>Our tests against R's on a hundred generated data sets, to ten digits where R itself has them.</summary>
[Needs("r")]
public class RTests(RFixture r) : IClassFixture<RFixture>
{
    private const double TenDigits = 1e-10;

    /// <summary>R's ptukey at the many degrees of freedom of one variance.</summary>
    private const double PTukey = 1e-9;

    /// <summary>R's ptukey is off by 4e-6 at three degrees of freedom, by 1e-8 at 20.</summary>
    private const double PTukeyOfFew = 1e-5;

    /// <summary>
    /// R's kruskal.test subtracts 3 (n + 1) from a sum near it: what is left of a small statistic has lost this much.
    /// </summary>
    private const double Cancelled = 1e-12;

    /// <summary>R's qtukey stops its iteration at 1e-4.</summary>
    private const double QTukey = 1e-3;

    [Fact]
    public void OneWayAnova_AgreesWithAov() => Agree("aov", TenDigits, set =>
    {
        var anova = OneWayAnova.Of(Groups(set))!;
        return
        [
            anova.Between.DegreesOfFreedom, anova.Within.DegreesOfFreedom, anova.Between.SumOfSquares, anova.Within.SumOfSquares,
            anova.Between.MeanSquare, anova.Within.MeanSquare, anova.Between.F, anova.Between.P,
        ];
    });

    [Fact]
    public void TwoWayAnova_AgreesWithAov() => Agree("aov2", TenDigits, set =>
    {
        var anova = TwoWayAnova.Of(r.Data[set])!;
        AnovaEffect[] effects =
            [anova.A, anova.B, .. anova.Interaction is { } interaction ? [interaction] : Array.Empty<AnovaEffect>()];
        return
        [
            .. effects.Select(effect => (double)effect.DegreesOfFreedom), anova.Residual.DegreesOfFreedom,
            .. effects.Select(effect => effect.SumOfSquares), anova.Residual.SumOfSquares,
            .. effects.Select(effect => effect.F),
            .. effects.Select(effect => effect.P),
        ];
    });

    [Fact]
    public void WelchAnova_AgreesWithOnewayTest() =>
        Agree("oneway.test", TenDigits, set => Figures(WelchAnova.Of(Groups(set))!));

    [Fact]
    public void BrownForsytheOfMeans_AgreesWithItsDefinitionInR() =>
        Agree("f.star", TenDigits, set => Figures(WelchAnova.OfBrownForsythe(Groups(set))!));

    [Fact]
    public void TukeyHsd_AgreesWithTukeyHSD()
    {
        Agree("TukeyHSD.diff", TenDigits, set => [.. Pairs(set).Select(pair => pair.Difference)]);
        Agree("TukeyHSD.p", 0, set => [.. Pairs(set).Select(pair => pair.P)], absolute: PTukey);
        Agree("TukeyHSD.lwr", QTukey, set => [.. Pairs(set).Select(pair => pair.Interval.Low)], absolute: QTukey);
    }

    /// <summary>The degrees of freedom may be few, where R's ptukey is rough.</summary>
    [Fact]
    public void GamesHowell_AgreesWithItsDefinitionInR()
    {
        Agree("games.howell", 0, set => [.. GamesHowell.Of(Groups(set), 0.95).Select(pair => pair.P)], absolute: PTukeyOfFew);
        Agree("games.howell.lwr", QTukey, set => [.. GamesHowell.Of(Groups(set), 0.95).Select(pair => pair.Interval.Low)],
            absolute: QTukey);
    }

    [Fact]
    public void MannWhitney_AgreesWithWilcoxTest()
    {
        int intervals = 0;
        for (int set = 0; set < RFixture.Sets; set++)
        {
            // At least one difference is left out on either side at this confidence, but in the smallest sets.
            if (MannWhitney.Of(Groups(set)[0], Groups(set)[1], 0.95) is not { } test)
            {
                continue;
            }

            double[] theirs = r.Results(set, "wilcox.test");
            test.U.ShouldBe(theirs[0]);
            (test.P / theirs[1]).ShouldBe(1, TenDigits, $"set {set}");

            // Of larger samples R's interval is an approximation's.
            if (r.Results(set, "wilcox.interval") is { Length: 3 } interval
                && Math.Max(Groups(set)[0].Length, Groups(set)[1].Length) < 50)
            {
                test.Shift.ShouldBe(interval[0], TenDigits * Math.Abs(interval[0]) + 1e-12, $"set {set}");
                test.Interval.Low.ShouldBe(interval[1], TenDigits * Math.Abs(interval[1]) + 1e-12, $"set {set}");
                test.Interval.High.ShouldBe(interval[2], TenDigits * Math.Abs(interval[2]) + 1e-12, $"set {set}");
                intervals++;
            }
        }

        intervals.ShouldBeGreaterThan(50);
    }

    /// <summary>Two bootstraps differ by what their resamples do: with a few skewed values up to a tenth of the width.</summary>
    [Fact]
    public void BootstrapRatio_AgreesWithItsDefinitionInR()
    {
        int compared = 0;
        for (int set = 0; set < RFixture.Sets; set++)
        {
            if (r.Results(set, "bootstrap.ratio") is { Length: 2 } expected)
            {
                var interval = Bootstrap.OfRatio(Groups(set)[0], Groups(set)[1], 0.95)!.Value;
                interval.Low.ShouldBe(expected[0], 0.1 * (expected[1] - expected[0]), $"set {set}");
                interval.High.ShouldBe(expected[1], 0.1 * (expected[1] - expected[0]), $"set {set}");
                compared++;
            }
        }

        compared.ShouldBeGreaterThan(80);
    }

    /// <summary>
    /// Welch's test of a difference, composed from the t interval, Satterthwaite's degrees of freedom and the t distribution.
    /// </summary>
    [Fact]
    public void StudentT_OfADifference_AgreesWithTTest() => Agree("t.test", TenDigits, set =>
    {
        var (a, b) = (MeanEstimate.Of(SampleStatistics.Of(Groups(set)[0])), MeanEstimate.Of(SampleStatistics.Of(Groups(set)[1])));
        double error = Math.Sqrt(a.SquaredError + b.SquaredError);
        double degrees = StudentT.SatterthwaiteDf(a.SquaredError, a.DegreesOfFreedom, b.SquaredError, b.DegreesOfFreedom);
        double t = (a.Mean - b.Mean) / error;
        var interval = Interval.Around(a.Mean - b.Mean, StudentT.HalfWidth(0.95, degrees, error));
        return [t, degrees, 2 * StudentT.UpperP(Math.Abs(t), degrees), interval.Low, interval.High];
    });

    /// <summary>
    /// At a ratio of 1 the test of the ratio is Welch's. Its p-value is a difference from 1 and so its decimals, not its digits,
    /// are exact.
    /// </summary>
    [Fact]
    public void MeanRatio_OfOne_AgreesWithTTest()
    {
        for (int set = 0; set < RFixture.Sets; set++)
        {
            var groups = Groups(set);
            MeanRatio.Of(SampleStatistics.Of(groups[0]), SampleStatistics.Of(groups[1])).DifferenceP(1)
                .ShouldBe(r.Results(set, "t.test")[2], 1e-12, $"set {set}");
        }
    }

    [Fact]
    public void KruskalWallis_AgreesWithKruskalTest() => Agree(
        "kruskal.test",
        TenDigits,
        set =>
        {
            var test = KruskalWallis.Of(Groups(set))!;
            return [test.H, test.DegreesOfFreedom, test.P];
        },
        absolute: Cancelled);

    [Fact]
    public void BrownForsythe_AgreesWithItsDefinitionInR() => Agree("brown.forsythe", TenDigits, set =>
    {
        var test = BrownForsythe.Of(Groups(set))!;
        return [test.Between.F, test.Between.P];
    });

    [Fact]
    public void ShapiroWilk_AgreesWithShapiroTest() => Agree("shapiro.test", TenDigits, set =>
    {
        var test = ShapiroWilk.Of([.. r.Data[set].Select(value => value.Value)])!;
        return [test.W, test.P];
    });

    private static double[] Figures(WelchAnova test) =>
        [test.F, test.NumeratorDegreesOfFreedom, test.DenominatorDegreesOfFreedom, test.P];

    private IReadOnlyList<PairwiseDifference> Pairs(int set) => TukeyHsd.Of(Groups(set), 0.95);

    private double[][] Groups(int set) =>
        [.. r.Data[set].GroupBy(value => value.A).OrderBy(group => group.Key)
            .Select(group => group.Select(value => value.Value).ToArray())];

    private void Agree(string name, double relative, Func<int, double[]> ours, double absolute = 0)
    {
        for (int set = 0; set < RFixture.Sets; set++)
        {
            double[] theirs = r.Results(set, name);
            double[] mine = ours(set);
            mine.Length.ShouldBe(theirs.Length, $"{name}, set {set}");
            foreach (var (i, (mineValue, theirsValue)) in mine.Zip(theirs).Index())
            {
                double allowed = (relative * Math.Abs(theirsValue)) + absolute;
                Math.Abs(mineValue - theirsValue).ShouldBeLessThanOrEqualTo(
                    allowed, $"{name}, set {set}, figure {i}: {mineValue:R}, and R's {theirsValue:R}");
            }
        }
    }
}
