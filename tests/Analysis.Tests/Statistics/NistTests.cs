using System.Globalization;
using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Tests.Statistics;

/// <summary>
/// NIST StRD analysis-of-variance sets: the within-group deviation is the certified residual standard deviation. SmLs07 has 13
/// constant leading digits, more than a double keeps of a square.
/// </summary>
public class NistTests
{
    [SkippableTheory]
    [InlineData("SiRstv.dat", 1e-12)]
    [InlineData("SmLs01.dat", 1e-13)]
    [InlineData("SmLs04.dat", 1e-8)]
    [InlineData("SmLs07.dat", 1e-2)]
    public void Of_EachTreatment_GivesTheCertifiedResidualDeviation(string file, double tolerance)
    {
        string path = Path.Combine(Repository.Root, "..", "shared", "data", "statistics", file);
        Skip.IfNot(File.Exists(path), $"the reference data {file} is not there");
        string[] lines = File.ReadAllLines(path);
        double certified = lines.Where(line => line.Contains("Standard Deviation", StringComparison.Ordinal))
            .Select(line => Number(line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[^1])).First();
        var groups = lines.Skip(60)
            .Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries))
            .Where(fields => fields.Length == 2)
            .GroupBy(fields => fields[0], fields => Number(fields[1]))
            .Select(group => SampleStatistics.Of([.. group]))
            .ToList();

        double within = groups.Sum(group => group.Sd!.Value * group.Sd.Value * (group.N - 1));
        double deviation = Math.Sqrt(within / groups.Sum(group => group.N - 1));
        (Math.Abs(deviation - certified) / certified).ShouldBeLessThan(tolerance);
    }

    private static double Number(string text) => double.Parse(text, NumberStyles.Float, CultureInfo.InvariantCulture);
}
