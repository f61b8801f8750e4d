using System.Globalization;
using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Tests.Statistics;

/// <summary>
/// NIST StRD, analysis of variance: F, sums of squares, R squared and residual deviation. Doubles near 10^12 are 1.2e-4 apart,
/// which is 0.1 % of the deviation of SmLs07: no program that holds them as doubles has more than four certified digits. Its
/// values are therefore read as decimals and moved by their constant leading digits, which changes none of the certified figures;
/// and from the doubles as they are the figures must equal those of exact arithmetic on the same doubles.
/// </summary>
public class NistTests
{
    private const int Header = 60;

    [Theory]
    [InlineData("SiRstv.dat", 0, 1e-11)]
    [InlineData("SmLs01.dat", 0, 1e-13)]
    [InlineData("SmLs04.dat", 0, 1e-8)]
    [InlineData("SmLs04.dat", 1_000_000, 1e-13)]
    [InlineData("SmLs07.dat", 0, 1e-2)]
    [InlineData("SmLs07.dat", 1_000_000_000_000, 1e-13)]
    [Needs("statistics")]
    public void OneWayAnova_CertifiedFigures_AreReproduced(string file, long leading, double tolerance)
    {
        string[] lines = Lines(file);
        var (between, within) = (Row(lines, "Between "), Row(lines, "Within "));
        var anova = OneWayAnova.Of(Groups(lines, leading))!;
        Digits(anova.Between.DegreesOfFreedom, between[0]).ShouldBe(0);
        Digits(anova.Between.SumOfSquares, between[1]).ShouldBeLessThan(tolerance);
        Digits(anova.Between.MeanSquare, between[2]).ShouldBeLessThan(tolerance);
        Digits(anova.Between.F, between[3]).ShouldBeLessThan(tolerance);
        Digits(anova.Within.DegreesOfFreedom, within[0]).ShouldBe(0);
        Digits(anova.Within.SumOfSquares, within[1]).ShouldBeLessThan(tolerance);
        Digits(anova.Within.MeanSquare, within[2]).ShouldBeLessThan(tolerance);
        Digits(anova.Between.EtaSquared, Row(lines, "Certified R-Squared")[0]).ShouldBeLessThan(tolerance);
        Digits(Math.Sqrt(anova.Within.MeanSquare), Row(lines, "Standard Deviation")[0]).ShouldBeLessThan(tolerance);
    }

    [Theory]
    [InlineData("SiRstv.dat")]
    [InlineData("SmLs01.dat")]
    [InlineData("SmLs04.dat")]
    [InlineData("SmLs07.dat")]
    [Needs("statistics")]
    public void OneWayAnova_TheDoublesAsTheyAre_LoseNothingAgainstExactArithmetic(string file)
    {
        var groups = Groups(Lines(file), 0);
        double exact = Rational.FOf(groups);
        Digits(OneWayAnova.Of(groups)!.Between.F, exact).ShouldBeLessThan(1e-12);
    }

    /// <summary>
    /// The nine sets of Simon and Lesage (1989) are made by a rule, so that those that are not at hand can be: c + 0.4 once, then
    /// c + 0.3 and c + 0.5 in turn; every other treatment 0.1 less, or more.
    /// </summary>
    [Fact]
    [Needs("statistics")]
    public void SimonLesage_Rule_GivesTheSetsAtHand()
    {
        foreach (var (file, constant) in new[] { ("SmLs01.dat", 1m), ("SmLs04.dat", 1_000_000m),
            ("SmLs07.dat", 1_000_000_000_000m) })
        {
            SimonLesage.Groups(21, constant).ShouldBe(Decimals(Lines(file)));
        }
    }

    [Theory]
    [InlineData(21, 1, 1e-12)]
    [InlineData(201, 1, 1e-12)]
    [InlineData(2001, 1, 1e-12)]
    [InlineData(21, 1_000_000, 1e-8)]
    [InlineData(201, 1_000_000, 1e-8)]
    [InlineData(2001, 1_000_000, 1e-8)]
    public void OneWayAnova_SimonLesageSets_GiveTheirF(int replicates, long constant, double tolerance)
    {
        var anova = OneWayAnova.Of(
            [.. SimonLesage.Groups(replicates, constant).Select(group => group.Select(v => (double)v).ToArray())])!;
        Digits(anova.Between.F, replicates).ShouldBeLessThan(tolerance);
        Digits(anova.Within.MeanSquare, 0.01).ShouldBeLessThan(tolerance);
    }

    [Theory]
    [InlineData(1_000_000)]
    [InlineData(1_000_000_000_000)]
    public void OneWayAnova_SimonLesageSetsMovedAsDecimals_GiveTheirF(long constant)
    {
        foreach (int replicates in (int[])[21, 201, 2001])
        {
            var moved = SimonLesage.Groups(replicates, constant)
                .Select(group => group.Select(v => (double)(v - constant)).ToArray());
            Digits(OneWayAnova.Of([.. moved])!.Between.F, replicates).ShouldBeLessThan(1e-12);
        }
    }

    /// <summary>The univariate sets NumAcc1 to NumAcc4 are rules, too: their means and deviations are exact.</summary>
    [Theory]
    [InlineData(10_000_002, 1, 3, 1e-14)]
    [InlineData(1.2, 0.1, 1001, 1e-14)]
    [InlineData(1_000_000.2, 0.1, 1001, 1e-8)]
    [InlineData(10_000_000.2, 0.1, 1001, 1e-7)]
    public void SampleStatistics_NumAccSets_GiveMeanAndDeviation(double mean, double step, int n, double tolerance)
    {
        double[] values = [mean, .. Enumerable.Range(1, n - 1)
            .Select(i => (double)((decimal)mean + (((i % 2) == 1 ? -1 : 1) * (decimal)step)))];
        var sample = SampleStatistics.Of(values);
        Digits(sample.Mean, mean).ShouldBeLessThan(1e-14);
        Digits(sample.Sd!.Value, step).ShouldBeLessThan(tolerance);
    }

    private static string[] Lines(string file)
    {
        string path = Path.Combine(Repository.Root, "..", "shared", "data", "statistics", file);
        return File.ReadAllLines(path);
    }

    private static decimal[][] Decimals(string[] lines) =>
    [
        .. lines.Skip(Header)
            .Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries))
            .Where(fields => fields.Length == 2)
            .GroupBy(fields => fields[0], fields => decimal.Parse(fields[1], CultureInfo.InvariantCulture))
            .Select(group => group.ToArray()),
    ];

    private static double[][] Groups(string[] lines, long leading) =>
        [.. Decimals(lines).Select(group => group.Select(value => (double)(value - leading)).ToArray())];

    /// <summary>The numbers of a line of certified values, after its name.</summary>
    private static double[] Row(string[] lines, string name)
    {
        string line = lines.First(line => line.Contains(name, StringComparison.Ordinal));
        return
        [
            .. line[(line.IndexOf(name, StringComparison.Ordinal) + name.Length)..]
                .Split(' ', StringSplitOptions.RemoveEmptyEntries)
                .Where(field => !char.IsLetter(field[0]))
                    .Select(field => double.Parse(field, NumberStyles.Float, CultureInfo.InvariantCulture)),
        ];
    }

    private static double Digits(double value, double certified) => Math.Abs(value - certified) / Math.Abs(certified);
}
