using System.Xml.Linq;
using DbIngest.Abstractions.Records;

namespace DbIngest.Sources.Tests.Xml;

/// <summary>Readings are read fast where they are plain, and with care where they are not: with the same result.</summary>
public sealed class EspiPlainReadingTests
{
    private const string Plain = "<timePeriod><duration>900</duration><start>1300000000</start></timePeriod><value> 42 </value>";

    [Theory]
    [InlineData(Plain)]
    [InlineData("<timePeriod>\n<duration>900</duration>\n<start>1300000000</start>\n</timePeriod>\n<value>42</value>\n")]
    [InlineData("<timePeriod kind='a'><duration>900</duration><start>1300000000</start></timePeriod><value>42</value>")]
    [InlineData("<timePeriod><duration>900</duration><start>1300000000</start></timePeriod><value>4&#50;</value>")]
    [InlineData("<timePeriod><duration>900</duration><start>1300000000</start></timePeriod><value><![CDATA[42]]></value>")]
    [InlineData("<timePeriod><duration>900</duration><start>1300000000</start></timePeriod><value><x>7</x>42</value>")]
    [InlineData("<!-- <value>1</value> "
        + "--><timePeriod><duration>900</duration><start>1300000000</start></timePeriod><value>42</value ><tou/>")]
    public void Read_EitherWay_SameReading(string content)
    {
        var read = Read(content);
        (read.Timestamps[0], read.Columns[0][0], read.Columns[1][0]).ShouldBe((1_300_000_000_000_000, 42, 900));
        XDocument.Parse(Document(content)).Descendants("{http://naesb.org/espi}value").Count().ShouldBe(1);
    }

    [Fact]
    public void Read_Qualities_CountedOnce()
    {
        Read(Plain + "<ReadingQuality><quality>8</quality></ReadingQuality>").Facts["espi_reading_quality"]
            .ShouldBe("8 (1 readings)");
        Read(Plain + "<ReadingQuality><quality>8</quality></ReadingQuality><ReadingQuality><quality>9</quality></ReadingQuality>")
            .Facts["espi_reading_quality"].ShouldBe("8 (1 readings), 9 (1 readings)");
        Read("<q><quality>8</quality></q>" + Plain.Replace("<value>", "<value a='1'>")).Facts["espi_reading_quality"]
            .ShouldBe("8 (1 readings)");
    }

    [Theory]
    [InlineData("meter=1", "8 (1 readings)")]
    [InlineData("meter=2", "9 (1 readings), 14 (1 readings)")]
    [InlineData("meter=2,bad-rows=skip", "9 (1 readings), 14 (1 readings)")]
    [InlineData("bad-rows=skip", "8 (1 readings), 9 (1 readings), 14 (1 readings)")]
    public void Read_OneMeter_QualitiesOfItsRecordsAlone(string options, string said)
    {
        string feed = "<feed xmlns=\"http://naesb.org/espi\">" + Block(1, Plain + Quality(8))
            + Block(2, Plain + Quality(9) + Quality(14) + Quality(9))
            + (options.Contains("bad-rows") ? Block(2, "<value>x</value>" + Quality(7)) : string.Empty) + "</feed>";

        ReadRows.Of(System.Text.Encoding.UTF8.GetBytes(feed), options, name: "a.xml").Facts["espi_reading_quality"]
            .ShouldBe(said);

        static string Quality(int code) => $"<ReadingQuality><quality>{code}</quality></ReadingQuality>";
        static string Block(int meter, string reading) =>
            $"<entry><link rel=\"up\" href=\"MeterReading/{meter}/IntervalBlock\"/><content><IntervalBlock>"
            + $"<IntervalReading>{reading}</IntervalReading></IntervalBlock></content></entry>";
    }

    /// <summary>The least number of 64 bits has no absolute value.</summary>
    [Fact]
    public void Read_StartBeyondAnyTime_Refused() =>
        Should.Throw<DbIngest.Sources.Input.InputException>(
            () => Read("<timePeriod><start>-9223372036854775808</start></timePeriod><value>1</value>")).Message
            .ShouldContain("start of a reading");

    [Theory]
    [InlineData("<timePeriod><start>1</timePeriod></start><value>1</value>")]
    [InlineData("<value>1")]
    [InlineData("<value>&nothing;</value>")]
    [InlineData("<value<>1</value<>")]
    public void Read_Malformed_Refused(string content) =>
        Should.Throw<DbIngest.Sources.Input.InputException>(() => Read(content)).Message.ShouldStartWith("a.xml");

    [Fact]
    public void Read_EmptyValue_Missing() =>
        Read("<timePeriod><start>1</start></timePeriod><value></value>").Qualities.ShouldBe([(uint)RecordQuality.Missing]);

    [Theory]
    [InlineData(1, "0,1,2,3", null)]
    [InlineData(1, "0,1,3",
        "readings are missing: of 1 interval block the readings cover 900 s less than declared (the first, from "
        + "2011-03-13T07:06:40Z, line ")]
    [InlineData(3, "0,1", "readings are missing: of 3 interval blocks the readings cover 5400 s less than declared")]
    public void Read_ReadingsMissingInADeclaredInterval_Said(int blocks, string present, string? said)
    {
        string[] readings = [.. present.Split(',')
            .Select(i => $"<IntervalReading><timePeriod><duration>900</duration><start>{1_300_000_000 + (900 * int.Parse(i, System.Globalization.CultureInfo.InvariantCulture))}</start></timePeriod><value>1</value></IntervalReading>\n")];
        string block = $"<IntervalBlock><interval><duration>3600</duration><start>1300000000</start></interval>\n{string.Concat(readings)}</IntervalBlock>";
        string feed = $"<feed xmlns=\"http://naesb.org/espi\">{string.Concat(Enumerable.Repeat(block, blocks))}</feed>";
        string note = string.Join('\n',
            DbIngest.Sources.Input.InputNotes.Of(ReadRows.Of(System.Text.Encoding.UTF8.GetBytes(feed), name: "a.xml").Facts)
            .Where(n => n.StartsWith("readings", StringComparison.Ordinal)));
        note.ShouldStartWith(said ?? "");
        (said is null).ShouldBe(note.Length == 0);
    }

    [Theory]
    [InlineData(4, 3600)]
    [InlineData(1, 1)]
    public void Inspect_NewestReadingFirst_IntervalIsThatBetweenReadings(int readings, double seconds)
    {
        using var folder = new TempFolder();
        string feed = "<IntervalBlock xmlns=\"http://naesb.org/espi\">"
            + string.Concat(Enumerable.Range(0, readings)
            .Select(i => $"<IntervalReading><timePeriod><duration>3600</duration><start>{1_300_000_000 - (3600 * i)}</start></timePeriod><value>1</value></IntervalReading>")) + "</IntervalBlock>";
        InputInspector.Inspect(folder.Write("a.xml", System.Text.Encoding.UTF8.GetBytes(feed)), null, default).MedianIntervalS
            .ShouldBe(seconds);
    }

    private static ReadRows Read(string content) =>
        ReadRows.Of(System.Text.Encoding.UTF8.GetBytes(Document(content)), name: "a.xml");

    private static string Document(string content) =>
        $"<IntervalBlock xmlns=\"http://naesb.org/espi\"><IntervalReading>{content}</IntervalReading></IntervalBlock>";
}
