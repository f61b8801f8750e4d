using System.Xml.Linq;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Tests.Comtrade;
using DbIngest.Sources.Xml;

namespace DbIngest.Sources.Tests.Xml;

/// <summary>Every Green Button file of the collection, against what the framework's document model finds in it.</summary>
[Needs("recordings")]
public sealed class EspiRealFilesTests
{
    [Theory]
    [InlineData("greenbutton_15min_15days.xml", 1340, "Wh", 3, 2, 0)]
    [InlineData("greenbutton_coastal_multi_family_12hr_2011.xml", 8760, "Wh", 2, 1, 0)]
    [InlineData("greenbutton_one_year_daily_dst.xml", 444, "Wh", 3, 1, 0)]
    [InlineData("pge_interval_block.xml", 2556, "", 2, 1, 0)]
    public void Read_EveryReading_EqualsTheDocument(string file, int count, string unit, int columns, int qualityCodes,
        int missing)
    {
        string path = Path.Combine(EquipmentData.Folder, "xml", file);
        var expected = Document(path);
        using var reader = Open(path);
        var figures = RecordFigures.Of(reader, 100);

        expected.Count.ShouldBe(count);
        reader.Schema.Values[0].Unit.ShouldBe(unit);
        figures.Columns.Length.ShouldBe(columns);
        figures.Times.ShouldBe(expected.Select(e => e.Start * 1_000_000));
        figures.Columns[0].ShouldBe(expected.Select(e => e.Value));
        figures.Columns[1].ShouldBe(expected.Select(e => (double)e.Duration));
        if (columns == 3)
        {
            figures.Columns[2].ShouldBe(expected.Select(e => e.Cost / 1e5));
        }

        figures.Qualities.Count(q => q == (uint)RecordQuality.Missing).ShouldBe(missing);
        reader.Facts["espi_reading_quality"].Split(", ").Length.ShouldBe(qualityCodes);
    }

    [Fact]
    public void Read_DaysOnWhichClocksChange_Last23And25Hours()
    {
        using var reader = Open(Path.Combine(EquipmentData.Folder, "xml", "greenbutton_one_year_daily_dst.xml"));
        var durations = RecordFigures.Of(reader).Columns[1];

        durations.Count(d => d == 82_800).ShouldBe(2);
        durations.Count(d => d == 90_000).ShouldBe(1);
    }

    [Fact]
    public void Read_RepeatedStarts_AreKept()
    {
        using var reader = Open(Path.Combine(EquipmentData.Folder, "xml", "pge_interval_block.xml"));
        var times = RecordFigures.Of(reader).Times;

        (times.Count - times.Distinct().Count()).ShouldBe(276);
        reader.Facts["espi_reading_type"].ShouldContain("unit is unknown");
    }

    private static EspiReader Open(string path)
    {
        string name = Path.GetFileName(path);
        return new EspiReader(name, EspiCatalog.Read(name, File.OpenRead(path)), File.OpenRead(path), null, skipBadRows: false);
    }

    private static List<(long Start, long Duration, double Value, double Cost)> Document(string path)
    {
        XNamespace espi = "http://naesb.org/espi";
        return [.. XDocument.Load(path).Descendants(espi + "IntervalReading").Select(reading => (
            (long)reading.Element(espi + "timePeriod")!.Element(espi + "start")!,
            (long)reading.Element(espi + "timePeriod")!.Element(espi + "duration")!,
            (double)reading.Element(espi + "value")!,
            (double?)reading.Element(espi + "cost") ?? double.NaN))];
    }
}
