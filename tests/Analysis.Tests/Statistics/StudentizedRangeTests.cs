using System.Globalization;
using DbIngest.Analysis.Statistics;
using MathNet.Numerics;

namespace DbIngest.Analysis.Tests.Statistics;

public class StudentizedRangeTests
{
    /// <summary>
    /// Rows of the table (q, k, v) that are wrong, by 0.2 % to a factor of 45: the double integral at 30 digits says so, and for all but the
    /// first the leading term of the series for small q, too, a closed form. <see cref="Cdf_SmallProbabilities_AgreeWith30DigitsAndTheSeries"/> has the
    /// right values.
    /// </summary>
    private static readonly (double Q, double K, double V)[] Wrong = [(0.1, 20, 10), (0.1, 20, 20), (0.1, 20, 50), (0.1, 20, 120)];

    /// <summary>
    /// sqrt(k) (q^2 / 2 pi)^((k-1)/2) E[s^(k-1)], from a Taylor series of the integrand of the range; the next term is of the order of q^2.
    /// The values are the double integral at 30 digits (mpmath 1.3).
    /// </summary>
    [Theory]
    [InlineData(20, 10, 2.511277411458378e-24)]
    [InlineData(20, 20, 2.776738089985399e-25)]
    [InlineData(20, 50, 4.923591165807514e-26)]
    [InlineData(20, 120, 2.19817268156832e-26)]
    [InlineData(10, 100, 9.39089126131273e-13)]
    public void Cdf_SmallProbabilities_AgreeWith30DigitsAndTheSeries(int k, double v, double expected)
    {
        double p = StudentizedRange.Cdf(0.1, k, v);
        (p / expected).ShouldBe(1, 1e-11);
        double half = (k - 1) / 2.0;
        double moment = Math.Exp(
            (half * Math.Log(2 / v)) + SpecialFunctions.GammaLn((v + k - 1) / 2) - SpecialFunctions.GammaLn(v / 2));
        (p / (Math.Sqrt(k) * Math.Pow(0.01 / (2 * Math.PI), half) * moment)).ShouldBe(1, 0.03);
    }

    [SkippableFact]
    public void Cdf_ReferenceTable_AgreesTo10Digits()
    {
        string path = Path.Combine(Repository.Root, "..", "shared", "data", "statistics", "studentized-range-cdf.tsv");
        Skip.IfNot(File.Exists(path), "the reference table of the studentized range is not there");
        double[][] rows =
        [
            .. File.ReadLines(path).Where(line => line.Length > 0 && (char.IsDigit(line[0])))
                .Select(line => line.Split('\t').Select(field => double.Parse(field, CultureInfo.InvariantCulture)).ToArray()),
        ];
        rows.Length.ShouldBeGreaterThan(20);
        foreach (double[] row in rows.Where(row => !Wrong.Contains((row[0], row[1], row[2]))))
        {
            double p = StudentizedRange.Cdf(row[0], (int)row[1], row[2]);
            (Math.Abs(p - row[3]) / row[3]).ShouldBeLessThan(1e-10, $"q = {row[0]}, k = {row[1]}, v = {row[2]}: {p:R}");
        }
    }

    [Theory]
    [InlineData(0.05, 3, 10, 3.88)]
    [InlineData(0.05, 4, 20, 3.96)]
    [InlineData(0.01, 5, 20, 5.29)]
    [InlineData(0.05, 2, 1, 17.97)]
    [InlineData(0.05, 20, 5, 8.21)]
    public void UpperQuantile_CriticalValuesOfThePrintedTables_AreReproduced(double p, int groups, double degrees, double q) =>
        StudentizedRange.UpperQuantile(p, groups, degrees).ShouldBe(q, 0.005);

    [Theory]
    [InlineData(1)]
    [InlineData(2.5)]
    [InlineData(9)]
    [InlineData(37.3)]
    [InlineData(400)]
    public void UpperP_TwoGroups_IsStudentT(double degrees)
    {
        foreach (double q in (double[])[0.01, 0.5, 2, 4, 8, 20, 50])
        {
            double t = StudentT.TwoSidedP(q / Math.Sqrt(2), degrees);
            if (t > 1e-17)
            {
                (StudentizedRange.UpperP(q, 2, degrees) / t).ShouldBe(1, 1e-10, $"q = {q}");
            }
        }
    }

    [Theory]
    [InlineData(3, 2)]
    [InlineData(4, 18.25)]
    [InlineData(33, 396)]
    [InlineData(100, 7)]
    public void BothTails_AddUpToOne(int groups, double degrees)
    {
        foreach (double q in (double[])[0.3, 1, 3, 5, 9, 30])
        {
            (StudentizedRange.Cdf(q, groups, degrees) + StudentizedRange.UpperP(q, groups, degrees)).ShouldBe(1, 1e-13, $"q = {q}");
        }
    }

    [Theory]
    [InlineData(2, 0.5)]
    [InlineData(2, 24)]
    [InlineData(3, 1)]
    [InlineData(4, 17.5)]
    [InlineData(12, 3.3)]
    [InlineData(33, 396)]
    [InlineData(100, 7)]
    public void UpperQuantile_IsTheInverse(int groups, double degrees)
    {
        foreach (double p in (double[])[0.999999, 0.9, 0.5, 0.1, 0.05, 0.0015, 1e-6, 1e-12])
        {
            double q = StudentizedRange.UpperQuantile(p, groups, degrees);
            (StudentizedRange.UpperP(q, groups, degrees) / p).ShouldBe(1, 1e-11, $"p = {p}");
        }
    }

    [Fact]
    public void Cdf_OutOfRange_IsZeroOrRefused()
    {
        StudentizedRange.Cdf(0, 3, 10).ShouldBe(0);
        StudentizedRange.UpperP(-1, 3, 10).ShouldBe(1);
        StudentizedRange.UpperP(1e6, 3, 10).ShouldBeInRange(0, 1e-40);
        Should.Throw<ArgumentOutOfRangeException>(() => StudentizedRange.Cdf(1, 1, 10));
        Should.Throw<ArgumentOutOfRangeException>(() => StudentizedRange.Cdf(1, 3, 0));
    }
}
