using System.Globalization;
using DbIngest.Analysis.Statistics;
using MathNet.Numerics;

namespace DbIngest.Analysis.Tests.Statistics;

public class StudentizedRangeTests
{
    /// <summary>
    /// Rows of the table (q, k, v) that are wrong, by 0.2 % to a factor of 45: the double integral in 113 bits says so, and for
    /// all but the first the leading term of the series for small q, too, a closed form.
    /// <see cref="Cdf_AgreesWith113BitQuadrature"/> has the right values.
    /// </summary>
    private static readonly (double Q, double K, double V)[] Wrong =
        [(0.1, 20, 10), (0.1, 20, 20), (0.1, 20, 50), (0.1, 20, 120)];

    /// <summary>
    /// Expected values: the double integral by another rule, Gauss-Legendre over panels, in 113-bit arithmetic with erfcq of
    /// libquadmath (<c>tests/Analysis.Tests/Quad/studentized-range.cpp</c>); panels of half the width give the same 20 digits.
    /// </summary>
    [Theory]
    [InlineData(1, 10, 10, 0.001300816146573152)]
    [InlineData(0.1, 20, 10, 2.5112774114583807e-24)]
    [InlineData(0.1, 20, 20, 2.776738089985402e-25)]
    [InlineData(0.1, 20, 50, 4.9235911658075194e-26)]
    [InlineData(0.1, 20, 120, 2.1981726815683228e-26)]
    [InlineData(0.1, 10, 100, 9.390891261312736e-13)]
    [InlineData(3.5, 3, 10, 0.9228966891615882)]
    [InlineData(1, 3, 3, 0.22331624289542043)]
    [InlineData(2, 5, 7.5, 0.36252412244062415)]
    [InlineData(4, 20, 20, 0.5970517763141937)]
    [InlineData(1, 20, 5, 1.9516030637589878e-05)]
    [InlineData(2, 50, 30, 6.525083750879081e-06)]
    [InlineData(0.5, 4, 60, 0.015303712740639873)]
    [InlineData(6, 33, 396, 0.9889896690915351)]
    [InlineData(10, 100, 7, 0.9668166786637011)]
    [InlineData(2, 2, 1, 0.6081734479693928)]
    [InlineData(1, 10, 4, 0.002921365992716558)]
    [InlineData(1, 10, 40, 0.0006866442102344719)]
    public void Cdf_AgreesWith113BitQuadrature(double q, int k, double v, double expected) =>
        (StudentizedRange.Cdf(q, k, v) / expected).ShouldBe(1, 1e-13);

    /// <summary>
    /// sqrt(k) (q^2 / 2 pi)^((k-1)/2) E[s^(k-1)], from a Taylor series of the integrand of the range; the next term is of the
    /// order of q^2.
    /// </summary>
    [Theory]
    [InlineData(20, 10)]
    [InlineData(20, 20)]
    [InlineData(20, 50)]
    [InlineData(20, 120)]
    [InlineData(10, 100)]
    public void Cdf_SmallProbabilities_AgreeWithTheSeries(int k, double v)
    {
        double half = (k - 1) / 2.0;
        double moment = Math.Exp(
            (half * Math.Log(2 / v)) + SpecialFunctions.GammaLn((v + k - 1) / 2) - SpecialFunctions.GammaLn(v / 2));
        (StudentizedRange.Cdf(0.1, k, v) / (Math.Sqrt(k) * Math.Pow(0.01 / (2 * Math.PI), half) * moment)).ShouldBe(1, 0.03);
    }

    [Fact]
    [Needs("statistics")]
    public void Cdf_ReferenceTable_AgreesTo10Digits()
    {
        string path = Path.Combine(Repository.Root, "..", "shared", "data", "statistics", "studentized-range-cdf.tsv");
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
            double t = 2 * StudentT.UpperP(q / Math.Sqrt(2), degrees);
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
            (StudentizedRange.Cdf(q, groups, degrees) + StudentizedRange.UpperP(q, groups, degrees))
                .ShouldBe(1, 1e-13, $"q = {q}");
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
