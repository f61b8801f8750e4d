using DbIngest.Abstractions.Records;
using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Tests.Statistics;

/// <summary>
/// Expected statistics and change points are those of MongoDB's signal-processing-algorithms 2.1.6: the statistics from its
/// e_divisive.c, compiled and run, the change points from its own tests (tests/test_detection.py).
/// </summary>
public class EDivisiveTests
{
    private const double Level = 0.05;

    private static readonly double[] Builds = [101.2, 99.8, 100.4, 100.9, 99.1, 100.2, 97.3, 96.8, 97.9, 96.1, 97.4, 96.6];

    private static readonly double[] TwoChanges =
    [
        41, 18, 23, 3, 32, 11, 40, 13, 29, 48, 47, 35, 18, 21, 6, 2, 23, 3, 4, 7,
        120, 103, 102, 81, 71, 62, 115, 61, 108, 63, 70, 98, 65, 96, 64, 74, 70, 113, 90, 114,
        208, 196, 153, 150, 225, 179, 206, 165, 177, 151, 218, 217, 244, 245, 229, 195, 225, 229, 176, 250,
    ];

    [Fact]
    public void Split_SeriesOfMongoDb_HasItsStatisticAndPlace()
    {
        var split = EDivisive.Split(Builds, new double[Builds.Length]);
        split.Index.ShouldBe(6);
        split.Q.ShouldBe(15.183333333333, 1e-9);
        var first = EDivisive.Split(TwoChanges, new double[60]);
        first.Index.ShouldBe(40);
        first.Q.ShouldBe(2888.1, 1e-6);
        var second = EDivisive.Split(TwoChanges.AsSpan(0, 40), new double[40]);
        second.Index.ShouldBe(20);
        second.Q.ShouldBe(914.7, 1e-6);
    }

    [Fact]
    public void Of_SeriesOfMongoDb_HasItsChangePoints()
    {
        EDivisive.Of(TwoChanges, 0.01).Select(change => change.Index).ShouldBe([20, 40]);
        EDivisive.Of([.. Enumerable.Repeat(50.0, 14), 74, .. Enumerable.Repeat(100.0, 15)], 0.01)
            .Select(change => change.Index).ShouldBe([15]);
        EDivisive.Of([.. Enumerable.Repeat(7.0, 30)], Level).ShouldBeEmpty();
    }

    [Fact]
    public void Of_SameSeries_HasTheSameP()
    {
        var changes = EDivisive.Of(Builds, Level);
        changes.ShouldBe(EDivisive.Of(Builds, Level));

        // Of 924 ways to take six of twelve, two have all low values on one side.
        changes.Single().P.ShouldBe(2.0 / 924, 0.002);
    }

    [Fact]
    public void Of_OneRunThatWentWrong_IsNoChange()
    {
        double[] series = Noise(1, 24);
        series[^1] -= 30;
        EDivisive.Of(series, Level).ShouldBeEmpty();
    }

    [Theory]
    [InlineData(0.05, 8)]
    [InlineData(0.01, 10)]
    public void Fewest_Level_IsTheShortestSeriesThatCanShowAChange(double level, int fewest)
    {
        EDivisive.Fewest(level).ShouldBe(fewest);
        double[] Step(int n) => [.. Enumerable.Range(0, n).Select(i => i < n / 2 ? i * 0.01 : 100 + (i * 0.01))];
        EDivisive.Of(Step(fewest), level).Count.ShouldBe(1);
        EDivisive.Of(Step(fewest - 1), level).ShouldBeEmpty();
    }

    /// <summary>
    /// The level that each of 1,000 lines has at 5 %: a step is one of two among the 2,704,156 ways to take twelve of 24, and
    /// 9,999 rounds have no p-value below 0.0001.
    /// </summary>
    [Fact]
    public void Of_LevelOfAThousandLines_HasTheRoundsForIt()
    {
        double[] step = [.. Enumerable.Range(0, 24).Select(i => i < 12 ? i * 0.01 : 100 + (i * 0.01))];
        EDivisive.CanFind(24, 5e-5, 1000).ShouldBeTrue();
        EDivisive.Of(step, 5e-5, 1000).ShouldHaveSingleItem().P.ShouldBeLessThanOrEqualTo(5e-5);
    }

    [Theory]
    [InlineData(8, 0.05, 1, true)]
    [InlineData(7, 0.05, 1, false)]
    [InlineData(1000, 0.05, 1, true)]
    [InlineData(1000, 5e-5, 1000, false)]
    public void CanFind_LengthLevelAndLines(int values, double level, int together, bool can) =>
        EDivisive.CanFind(values, level, together).ShouldBe(can);

    /// <summary>Takes a few seconds: a thousand series, each tested by permutations.</summary>
    /// <param name="runs">Values of each series.</param>
    /// <param name="tails">Power to which normal values are raised: 3 has heavy tails.</param>
    [Theory]
    [Trait("Suite", "Slow")]
    [InlineData(12, 1)]
    [InlineData(30, 1)]
    [InlineData(30, 3)]
    public void Of_ThousandSeriesWithoutChange_KeepsTheLevel(int runs, int tails)
    {
        int alarms = Enumerable.Range(0, 1000).Count(seed =>
            EDivisive.Of([.. Noise((ulong)seed, runs).Select(value => Math.Pow(value, tails))], Level).Count > 0);

        // The test is exact: 50 of 1,000 on average, 72 at most in 999 of 1,000 studies (binomial).
        alarms.ShouldBeInRange(28, 72);
    }

    /// <summary>Takes a few seconds likewise.</summary>
    /// <param name="runs">Values of each series.</param>
    /// <param name="after">Values after a step; 0 for a creep.</param>
    /// <param name="sigmas">Height of the step, or fall per value of a creep, in standard deviations.</param>
    /// <param name="power">Least share of series in which a change must be found.</param>
    [Theory]
    [Trait("Suite", "Slow")]
    [InlineData(20, 10, 2, 0.85)]
    [InlineData(30, 15, 2, 0.95)]
    [InlineData(30, 3, 3, 0.9)]
    [InlineData(30, 2, 4, 0.93)]
    [InlineData(10, 0, 0.5, 0.65)]
    [InlineData(20, 0, 0.5, 0.98)]
    [InlineData(52, 0, 0.1, 0.95)]
    public void Of_Change_IsFoundAtTheStatedPower(int runs, int after, double sigmas, double power)
    {
        // The longest series take a third of a second each.
        int studies = runs > 30 ? 100 : 300;
        int found = Enumerable.Range(0, studies).Count(seed =>
        {
            double[] series = Noise((ulong)seed + 5000, runs);
            for (int i = 0; i < runs; i++)
            {
                series[i] -= after == 0 ? i * sigmas : i >= runs - after ? sigmas : 0;
            }

            return EDivisive.Of(series, Level).Count > 0;
        });
        (found / (double)studies).ShouldBeGreaterThanOrEqualTo(power);
    }

    /// <summary>Independent normal values (Box and Muller).</summary>
    private static double[] Noise(ulong seed, int count)
    {
        var random = new SplitMix64(SplitMix64.Mix(seed + 1));
        return
        [
            .. Enumerable.Range(0, count).Select(_ =>
                Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble())),
        ];
    }
}
