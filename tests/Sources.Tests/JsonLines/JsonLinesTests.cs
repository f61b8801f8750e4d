using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Tests.JsonLines;

/// <summary>Objects, one a line.</summary>
public sealed class JsonLinesTests
{
    private const string Log = """
        {"time":"2026-01-31T00:00:00Z","meter":{"id":"a\"b","u":230.1,"phases":[{"i":1},{"i":2.5e0}]},"on":true,"note":"x"}
        {"meter":{"phases":[{"i":-3},{"i":null}],"u":"231.1"},"on":false,"time":"2026-01-31T00:00:01Z"}

        {"time":"2026-01-31T01:00:02+01:00","meter":{"u":-0.0},"later":{}, "late":7 }

        """;

    [Fact]
    public void Read_NestedObjects_AreNamedByTheirWay()
    {
        var read = ReadRows.Of(Log, capacity: 2);
        read.Schema.Values.Select(value => value.Name)
            .ShouldBe(["meter_u", "meter_phases_0_i", "meter_phases_1_i", "on", "late"]);
        read.Columns[0].ShouldBe([230.1, 231.1, 0]);
        read.Columns[1].ShouldBe([1, -3, double.NaN]);
        read.Columns[2].ShouldBe([2.5, double.NaN, double.NaN]);
        read.Columns[3].ShouldBe([1, 0, double.NaN]);
        read.Time(2).ShouldBe(new DateTime(2026, 1, 31, 0, 0, 2));
        read.Qualities[0].ShouldBe((uint)RecordQuality.Missing);
        read.Facts["jsonl_columns_left_out"].ShouldBe("meter.id (not numbers: 'a\"b'), note (not numbers: 'x')");
    }

    // Times of RFC 3339's examples and counts from 1970, as loggers write them.
    [Theory]
    [InlineData("{\"ts\":1769817600,\"u\":1}\n{\"ts\":1769817601,\"u\":2}\n", "")]
    [InlineData("{\"u\":1,\"timestamp\":1769817600000}\n{\"u\":2,\"timestamp\":1769817601000}\n", "")]
    [InlineData("{\"u\":1,\"eventTime\":1769817600.25}\n{\"u\":2,\"eventTime\":1769817601.25}\n", "columns=u")]
    [InlineData("{\"@timestamp\":\"2026-01-31T00:00:00.000Z\",\"u\":1}\n{\"@timestamp\":\"2026-01-31T00:00:01.000Z\",\"u\":2}\n",
        "")]
    [InlineData("{\"at\":\"31.01.2026 01:00:00\",\"u\":1}\n{\"at\":\"31.01.2026 01:00:01\",\"u\":2}\n", "time-zone=+01:00")]
    [InlineData("{\"count\":1769817600,\"u\":1}\n{\"count\":1769817601,\"u\":2}\n", "time-key=count,columns=u")]
    public void Read_TimesOfAnyForm_AreFound(string log, string options)
    {
        var read = ReadRows.Of(log, options);
        read.Time(0).Date.ShouldBe(new DateTime(2026, 1, 31));
        (read.Timestamps[1] - read.Timestamps[0]).ShouldBe(1_000_000);
        read.Columns.Single().ShouldBe([1, 2]);
    }

    [Fact]
    public void Read_NoTime_IsRefusedWithTheNames() =>
        Should.Throw<InputException>(() => ReadRows.Of("{\"volts\":1769817600,\"u\":1}\n{\"volts\":1769817601,\"u\":2}\n"))
            .Message.ShouldContain("time-key=. Fields: volts, u");

    [Theory]
    [InlineData("{\"time\":\"2026-01-31T00:00:03Z\",\"meter\":{\"u\":\"bad\"}}", "'bad' of 'meter.u' is not a number")]
    [InlineData("{\"time\":\"2026-01-32T00:00:03Z\"}", "is not a time in the order")]
    [InlineData("{\"meter\":{\"u\":1}}", "it has no time ('time')")]
    [InlineData("{\"time\":\"2026-01-31T00:00:03Z\",}", "the fault is at byte 32")]
    [InlineData("{\"time\":\"2026-01-31T00:00:03Z\"} {}", "the fault is at byte")]
    [InlineData("[1]", "it is a JSON array")]
    [InlineData("7", "it is not a JSON object")]
    [InlineData("{\"time\":\"2026-01-31T00:00:03Z\",\"meter\":{\"u\":1e999}}", "is not a number")]
    [InlineData("{\"time\":\"2026-01-31T00:00:03Z\",\"meter\":{\"u\":1},\"meter.u\":2}", "it has 'meter.u' twice")]
    [InlineData("{\"time\":\"2026-01-31T00:00:03Z\",\"on\":true,\"time\":\"2026-01-31T00:00:04Z\"}",
        "it has the time 'time' twice")]
    public void Read_BadLine_StopsOrIsSkipped(string line, string message)
    {
        string log = Log + line + "\n" + Log;
        string said = Should.Throw<InputException>(() => ReadRows.Of(log)).Message;
        said.ShouldContain("line 5");
        said.ShouldContain(message);
        var read = ReadRows.Of(log, "bad-rows=skip");
        read.Timestamps.Count.ShouldBe(6);
        read.Facts["jsonl_bad_rows"].ShouldStartWith("1 skipped");
    }

    /// <summary>As in CSV, in every notation of the number.</summary>
    [Theory]
    [InlineData("{\"time\":\"2026-01-31T00:00:00Z\",\"u\":-999}\n{\"time\":\"2026-01-31T00:00:01Z\",\"u\":-999.0}\n"
        + "{\"time\":\"2026-01-31T00:00:02Z\",\"u\":1}\n")]
    [InlineData("2026-01-31T00:00:00Z u=-999 i=5\n2026-01-31T00:00:01Z u=-999.0 i=5\n2026-01-31T00:00:02Z u=1 i=5\n")]
    public void Read_NumberThatStandsForAMissingValue_IsMissing(string log)
    {
        var read = ReadRows.Of(log, "missing=-999");
        read.Columns[0].ShouldBe([double.NaN, double.NaN, 1]);
        read.Qualities.ShouldBe([(uint)RecordQuality.Missing, (uint)RecordQuality.Missing, 0u]);
    }

    [Fact]
    public void Read_DepthAndNamesBeyondReason_AreMalformed()
    {
        string deep = string.Concat(Enumerable.Repeat("{\"a\":", 100)) + "1" + new string('}', 100);
        string wide = $"{{\"{new string('n', 600)}\":1}}";
        ReadRows.Of($"{Log}{Log}{deep}\n{wide}\n", "bad-rows=skip").Facts["jsonl_bad_rows"].ShouldStartWith("2 skipped");
    }

    [Fact]
    public void Read_CutOffAnywhere_IsNoRecord()
    {
        string last = Log.TrimEnd().Split('\n')[^1];
        for (int cut = 1; cut < last.Length; cut++)
        {
            var read = ReadRows.Of(Log + last[..cut]);
            read.Timestamps.Count.ShouldBe(3);
            read.Facts["jsonl_torn_last_line"].ShouldStartWith("left out");
        }

        ReadRows.Of(Log + last).Timestamps.Count.ShouldBe(4);
    }

    [Fact]
    public void Read_InAnotherCulture_IsTheSame()
    {
        var before = CultureInfo.CurrentCulture;
        try
        {
            var culture = (CultureInfo)CultureInfo.InvariantCulture.Clone();
            culture.NumberFormat.NumberDecimalSeparator = ",";
            culture.NumberFormat.NegativeSign = "~";
            CultureInfo.CurrentCulture = culture;
            ReadRows.Of(Log).Columns[1].ShouldBe([1, -3, double.NaN]);
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }
    }

    [Theory]
    [InlineData("[\n  {\"time\":\"2026-01-31T00:00:00Z\",\"u\":1}\n]\n")]
    [InlineData("{\n  \"time\": \"2026-01-31T00:00:00Z\",\n  \"u\": 1\n}\n")]
    public void Read_OneDocument_IsRefusedWithTheWayOut(string document) =>
        Should.Throw<InputException>(() => ReadRows.Of(document)).Message.ShouldContain("jq -c");
}
