using System.Globalization;

namespace DbIngest.Sources.Tests.Input;

[Needs("recordings")]
public class RealRecordingTests
{
    private const string Folder = "data/equipment/timeseries";

    [Theory]
    [InlineData("uci_household_2007H1.csv.zip", "", 260_640)]
    [InlineData("uci_household_original_prefix.txt.gz", "", 40_963)]
    [InlineData("alucol_pq_analyzer_30s.csv", "", 2_343)]
    [InlineData("danfoss_weblogger/details.txt", "", 9_477)]
    public void Read_RealFile_ExactlyAsExpected(string name, string options, int rows)
    {
        var read = ReadRows.OfFile(Path.Combine(Shared(), name), options);
        read.Timestamps.Count.ShouldBe(rows);
        var names = read.Facts["csv_columns"].Split(", ");
        var expected = Expected().Where(line => line[0] == name).ToList();
        expected.ShouldNotBeEmpty();
        foreach (string[] line in expected)
        {
            Check(line, read.Columns[Array.IndexOf(names, line[1])]);
        }
    }

    [Fact]
    public void Read_FifteenDaysInOneZip_ExactlyAsExpected()
    {
        const string Name = "tracebase_refrigerator_76C07F_2012.zip";
        string path = Path.Combine(Shared(), Name);
        var days = Enumerable.Range(11, 15)
            .Select(day => ReadRows.OfFile(path, $"entry=complete/Refrigerator/dev_76C07F_2012.06.{day}.csv,date=d/M/yyyy"))
            .ToList();
        var expected = Expected().Where(line => line[0] == Name).ToList();
        expected.Count.ShouldBe(2);
        for (int column = 0; column < 2; column++)
        {
            Check(expected[column], [.. days.SelectMany(day => day.Columns[column])]);
        }
    }

    [Fact]
    public void Read_Sentinels_AreMissing()
    {
        var read = ReadRows.OfFile(
            Path.Combine(Shared(), "alucol_pq_analyzer_30s.csv"),
                "columns=Current Phi AN Avg+Active Power Total Avg,sentinels=655.34|4915050");
        read.Columns[0].ShouldNotContain(655.34);
        read.Columns[0].ShouldContain(double.NaN);
        read.Columns[1].Where(double.IsFinite).Max().ShouldBeLessThan(4_915_050);
    }

    private static void Check(string[] expected, double[] values)
    {
        double Number(int field) => double.Parse(expected[field], CultureInfo.InvariantCulture);
        double[] present = [.. values.Where(value => !double.IsNaN(value))];
        present.Length.ShouldBe((int)Number(2), expected[1]);
        (values.Length - present.Length).ShouldBe((int)Number(3), expected[1]);
        present.Min().ShouldBe(Number(4), expected[1]);
        present.Max().ShouldBe(Number(5), expected[1]);

        // The expected sums are decimal, and so exact: each value is the decimal that is nearest to the double.
        present.Sum(value => (decimal)value).ShouldBe(decimal.Parse(expected[6], CultureInfo.InvariantCulture), expected[1]);
    }

    private static IEnumerable<string[]> Expected() => File.ReadLines(Path.Combine(Shared(), "expected.tsv")).Skip(1)
        .Select(line => line.Split('\t'));

    private static string Shared() => Path.Combine(TestFiles.Root, "..", "shared", Folder);
}
