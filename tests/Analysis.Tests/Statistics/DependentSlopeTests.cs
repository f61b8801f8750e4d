using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Tests.Fakes;

namespace DbIngest.Analysis.Tests.Statistics;

/// <summary>
/// Simulates trials: throughput of seconds around a line over the records that are stored by then, which are its sum.
/// </summary>
public class DependentSlopeTests
{
    private const int Series = 600;

    [Theory]
    [InlineData(20, 0)]
    [InlineData(20, 0.5)]
    [InlineData(60, 0)]
    [InlineData(60, 0.5)]
    [InlineData(60, 0.85)]
    [InlineData(300, 0)]
    [InlineData(300, 0.5)]
    [InlineData(300, 0.85)]
    public void Of_SeriesOfKnownSlope_HasItInItsInterval(int count, double correlation)
    {
        double covered = Coverage(count, correlation, (x, y) => DependentSlope.Of(x, y, 0.95)!.Interval);
        covered.ShouldBeInRange(0.89, 0.99);
    }

    /// <summary>The check above would find an interval that does not bear dependence.</summary>
    [Fact]
    public void LinearFit_SeriesOfKnownSlope_LacksItInManyIntervals()
    {
        Interval Plain(double[] x, double[] y) => LinearFit.Of([.. x.Zip(y)], 0.95)!.SlopeInterval!.Value;
        Coverage(60, 0, Plain).ShouldBeGreaterThan(0.92);
        Coverage(60, 0.7, Plain).ShouldBeLessThan(0.75);
    }

    [Fact]
    public void Of_LineWithoutNoise_IsThatLine()
    {
        double[] x = [.. Enumerable.Range(0, 40).Select(i => (double)i)];
        var fit = DependentSlope.Of(x, [.. x.Select(value => 7 - (0.5 * value))], 0.95)!;
        fit.Slope.ShouldBe(-0.5, 1e-12);
        (fit.Interval.High - fit.Interval.Low).ShouldBeLessThan(1e-9);
    }

    [Fact]
    public void Of_TooFewValuesOrOnePlace_IsNull()
    {
        double[] few = [.. Enumerable.Range(0, DependentSlope.Fewest - 1).Select(i => (double)i)];
        DependentSlope.Of(few, few, 0.95).ShouldBeNull();
        DependentSlope.Of([.. Enumerable.Repeat(1.0, 30)], [.. Enumerable.Repeat(1.0, 30)], 0.95).ShouldBeNull();
    }

    /// <summary>
    /// Changes are looked for in means that hardly depend on each other, so that few are found where there is none.
    /// </summary>
    [Theory]
    [InlineData(30, 0)]
    [InlineData(60, 0.5)]
    [InlineData(300, 0.7)]
    public void IndependentSize_SeriesWithoutAChange_HasFewChanges(int count, double correlation)
    {
        const int Tried = 150;
        int found = 0;
        for (ulong seed = 1; seed <= Tried; seed++)
        {
            double[] values = Growing.Noise(count, correlation, seed);
            int size = IndependentSize.Of(values, 40);
            double[] means = [.. values.Chunk(size).Where(chunk => chunk.Length == size).Select(chunk => chunk.Average())];
            found += EDivisive.Of(means, 0.01).Count > 0 ? 1 : 0;
        }

        (found / (double)Tried).ShouldBeLessThan(0.06);
    }

    /// <summary>A change is not taken for dependence, in which case too few means would be left to show it.</summary>
    [Fact]
    public void IndependentSize_ChangeOfLevel_IsStillFound()
    {
        const int Tried = 40;
        int found = 0;
        for (ulong seed = 1; seed <= Tried; seed++)
        {
            double[] values = [.. Growing.Noise(60, 0, seed).Select((value, i) => value + (i < 30 ? 0 : 20))];
            int size = IndependentSize.Of(values, 40);
            double[] means = [.. values.Chunk(size).Where(chunk => chunk.Length == size).Select(chunk => chunk.Average())];
            found += EDivisive.Of(means, 0.01).Count > 0 ? 1 : 0;
        }

        (found / (double)Tried).ShouldBeGreaterThan(0.85);
        IndependentSize.Of(Growing.Noise(300, 0.8, 3), 300).ShouldBeGreaterThan(3);
    }

    private static double Coverage(int count, double correlation, Func<double[], double[], Interval> of)
    {
        double slope = -0.1 / count;
        int covered = 0;
        for (ulong seed = 1; seed <= Series; seed++)
        {
            double[] noise = Growing.Noise(count, correlation, seed);
            var (x, y) = (new double[count], new double[count]);
            double stored = 0;
            for (int i = 0; i < count; i++)
            {
                y[i] = 100 + (slope * stored) + (5 * noise[i]);
                x[i] = stored + (y[i] / 2);
                stored += y[i];
            }

            covered += of(x, y).Contains(slope) ? 1 : 0;
        }

        return covered / (double)Series;
    }
}
