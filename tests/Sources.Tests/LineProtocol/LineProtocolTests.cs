using DbIngest.Abstractions.Records;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Tests.LineProtocol;

/// <summary>
/// Line protocol. Examples and escapes are those of InfluxData's reference (docs.influxdata.com, "Line protocol").
/// </summary>
public sealed class LineProtocolTests
{
    private const string Weather = """
        # a comment
        weather,location=us-midwest temperature=82 1465839830100400000
        weather,location=us-midwest,season=summer temperature=82.5,humidity=71i,wet=t 1465839830101400000

        weather,location=us-east temperature=-1.234456e+2,humidity=70u,wet=FALSE,note="x, y=1 \" z" 1465839830102400200

        """;

    [Fact]
    public void Read_Reference_IsRead()
    {
        var read = ReadRows.Of(Weather, capacity: 2);
        read.Schema.Values.Select(value => value.Name).ShouldBe(["temperature", "humidity", "wet"]);
        read.Columns[0].ShouldBe([82, 82.5, -123.4456]);
        read.Columns[1].ShouldBe([double.NaN, 71, 70]);
        read.Columns[2].ShouldBe([double.NaN, 1, 0]);
        read.Time(0).ShouldBe(new DateTime(2016, 6, 13, 17, 43, 50).AddMicroseconds(100_400));
        read.Qualities.ShouldBe([(uint)RecordQuality.Missing, 0u, (uint)RecordQuality.TimeUncertain]);
        read.Facts["influx_columns_left_out"].ShouldStartWith("note (not numbers: ");
        read.Facts["influx_columns_left_out"].ShouldEndWith("location (a tag), season (a tag)");
        read.Facts["influx_precision"].ShouldBe("ns");
    }

    [Theory]
    [InlineData("1556813561098000000", "ns", "")]
    [InlineData("1556813561098000", "us", "")]
    [InlineData("1556813561098", "ms", "")]
    [InlineData("1556813561", "s", "")]
    [InlineData("1556813561", "s", "precision=s")]
    public void Read_AnyPrecision_IsFound(string time, string precision, string options)
    {
        var read = ReadRows.Of($"myMeasurement,tag1=value1 fieldKey=1.5 {time}\n", options);
        read.Facts["influx_precision"].ShouldBe(precision);
        read.Time(0).ShouldBe(new DateTime(2019, 5, 2, 16, 12, 41).AddMilliseconds(precision == "s" ? 0 : 98));
    }

    [Fact]
    public void Read_Escapes_ArePartOfNames()
    {
        var read = ReadRows.Of(
            "my\\ Measurement,tag\\ Key1=tag\\ Value1,b=2 field\\ key\\=1\\,2=100 1556813561098000000\nmy\\ Measurement,b=2 "
            + "field\\ key\\=1\\,2=101 1556813562098000000\n", "measurement=my Measurement");
        read.Schema.Values.Single().Name.ShouldBe("field_key_1_2");
        read.Columns[0].ShouldBe([100, 101]);
        read.Facts["influx_columns_left_out"].ShouldBe("tag Key1 (a tag), b (a tag)");
    }

    [Fact]
    public void Read_TagsAsEntities_AreValues()
    {
        string log = string.Concat(Enumerable.Range(0, 6)
            .Select(i => $"m,phase=l{1 + (i % 3)},site=a u={230 + i} {1556813561 + (i / 3)}\n"));
        var read = ReadRows.Of(log, "pivot=phase");
        read.Schema.Values.Select(value => value.Name).ShouldBe(["l1", "l2", "l3"]);
        read.Columns[2].ShouldBe([232, 235]);
        var chosen = ReadRows.Of(log, "where=phase=l2");
        chosen.Columns[0].ShouldBe([231, 234]);
        chosen.Facts["influx_rows_left_out"].ShouldBe("4 by where=");
        Should.Throw<InputException>(() => ReadRows.Of(log, "pivot=host")).Message.ShouldContain("Tags: phase, site");
    }

    [Fact]
    public void Read_SeveralMeasurements_NeedAChoice()
    {
        string log = "cpu,host=a usage=1.5 1556813561\nmem,host=a used=7i 1556813561\nup,host=a note=\"x\" "
            + "1556813561\ncpu,host=a usage=2.5 1556813571\n";
        Should.Throw<InputException>(() => ReadRows.Of(log)).Message
            .ShouldContain("several measurements hold numbers: cpu, mem; name one with the input option measurement=");
        var read = ReadRows.Of(log, "measurement=cpu");
        read.Columns[0].ShouldBe([1.5, 2.5]);
        read.Facts["influx_rows_left_out"].ShouldBe("2 of other measurements (mem, up)");
    }

    [Theory]
    [InlineData("weather temperature=82", "it has no time")]
    [InlineData("weather temperature=warm 1465839830100400000", "warm of field 'temperature' is not a number")]
    [InlineData("weather temperature= 1465839830100400000", "a field is not of the form key=value")]
    [InlineData("weather temperature=1 yesterday", "'yesterday' is not a time in ns since 1970")]
    [InlineData("weather", "it is not of the form")]
    [InlineData("weather temperature=1,temperature=2 1465839830100400000", "it has field 'temperature' twice")]
    public void Read_BadLine_StopsOrIsSkipped(string line, string message)
    {
        string log = Weather + line + "\n" + Weather;
        string said = Should.Throw<InputException>(() => ReadRows.Of(log)).Message;
        said.ShouldContain("line 6");
        said.ShouldContain(message);
        var read = ReadRows.Of(log, "bad-rows=skip");
        read.Timestamps.Count.ShouldBe(6);
        read.Facts["influx_bad_rows"].ShouldStartWith("1 skipped");
    }

    /// <summary>Serial numbers became values, and the first with a letter a malformed line.</summary>
    [Fact]
    public void Read_QuotedDigits_AreTexts()
    {
        const string Log = "meter u=230.5,serial=\"004711\" 1556813561\nmeter u=231.5,serial=\"004712\" 1556813562\n"
            + "meter u=232.5,serial=\"A17\" 1556813563\n";
        var read = ReadRows.Of(Log);
        read.Columns.Single().ShouldBe([230.5, 231.5, 232.5]);
        read.Facts["influx_columns_left_out"].ShouldBe("serial (not numbers: '004711')");

        const string Mixed = Log + Log + "meter u=\"NaN\" 1556813564\nmeter u=\"5\" 1556813565\n";
        Should.Throw<InputException>(() => ReadRows.Of(Mixed)).Message.ShouldContain("\"5\" of field 'u' is not a number");
        ReadRows.Of(Mixed, "bad-rows=skip").Columns.Single().ShouldBe(
            [230.5, 231.5, 232.5, 230.5, 231.5, 232.5, double.NaN]);
    }

    [Fact]
    public void Read_CutOffAnywhere_IsNoRecord()
    {
        const string Last = "weather,location=us-east temperature=1.25,humidity=70u 1465839831102400200";
        for (int cut = 1; cut < Last.Length; cut++)
        {
            var read = ReadRows.Of(Weather + Last[..cut]);
            read.Timestamps.Count.ShouldBe(3, Last[..cut]);
            (read.Facts["influx_torn_last_line"] + read.Facts["influx_rows_left_out"]).ShouldNotBe("none");
        }

        ReadRows.Of(Weather + Last).Timestamps.Count.ShouldBe(4);
    }

    [Theory]
    [InlineData("2026-01-31T00:00:00Z u=230.1 i=5.2\n2026-01-31T00:00:01Z u=230.1 i=5.2\n")]
    [InlineData("ts=1769817600 u=1 i=2\nts=1769817601 u=3 i=4\n")]
    [InlineData("2026-01-31 00:00:00.000 meter: u=1 i=2\n2026-01-31 00:00:01.000 meter: u=3 i=4\n")]
    public void Read_LogsOfPairs_StayLogsOfPairs(string log) => ReadRows.Of(log).Facts.Keys.ShouldContain("keyvalue_time");
}
