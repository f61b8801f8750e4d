using DbIngest.Abstractions.Records;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Tests.Lines;

/// <summary>Logs of pairs.</summary>
public sealed class KeyValueTests
{
    private const string Log = """
        # a comment
        2026-01-31T00:00:00Z u=230.1V i=5.2 state=on note="all = well, 1 2"
        2026-01-31T00:00:01Z u=231.1V state=on

        2026-01-31T00:00:02Z i=5.4, u=-- later=7
        2026-01-31T00:00:03Z i=-1e1 u=232V

        """;

    [Fact]
    public void Read_PairsAfterATime_AreRecords()
    {
        var read = ReadRows.Of(Log, capacity: 3);
        read.Schema.Values.ShouldBe([new ValueColumn("u", "V"), new ValueColumn("i", ""), new ValueColumn("later", "")]);
        read.Columns[0].ShouldBe([230.1, 231.1, double.NaN, 232]);
        read.Columns[1].ShouldBe([5.2, double.NaN, 5.4, -10]);
        read.Time(3).ShouldBe(new DateTime(2026, 1, 31, 0, 0, 3));
        read.Qualities[0].ShouldBe((uint)RecordQuality.Missing);
        read.Facts["keyvalue_columns_left_out"].ShouldStartWith("state (not numbers: 'on'), note (");
        read.Facts["keyvalue_missing_marks"].ShouldBe("'--'");
    }

    [Theory]
    [InlineData("ts=1769817600 u=1 i=2\nts=1769817601 u=3 i=4\n", "")]
    [InlineData("ts=1769817600000 u=1 i=2\nts=1769817601000 u=3 i=4\n", "")]
    [InlineData("level=info time=2026-01-31T00:00:00Z u=1 i=2\nlevel=info time=2026-01-31T00:00:01Z u=3 i=4\n", "")]
    [InlineData("[31.01.2026 01:00:00] INFO u=1;i=2\n[31.01.2026 01:00:01] INFO u=3;i=4\n", "time-zone=+01:00")]
    [InlineData("2026-01-31 00:00:00.000 meter: u=1 i=2\n2026-01-31 00:00:01.000 meter: u=3 i=4\n", "")]
    [InlineData("at=\"01/02/2026 00:00:00\" u=1 i=2\nat=\"01/02/2026 00:00:01\" u=3 i=4\n", "date=M/d/yyyy")]
    public void Read_TimesOfAnyForm_AreFound(string log, string options)
    {
        var read = ReadRows.Of(log, options);
        read.Time(0).ShouldBe(log.Contains("01/02", StringComparison.Ordinal) ? new DateTime(2026, 1, 2)
            : new DateTime(2026, 1, 31));
        (read.Timestamps[1] - read.Timestamps[0]).ShouldBe(1_000_000);
        read.Columns[^1].ShouldBe([2, 4]);
    }

    /// <summary>A word of a time had been dropped: records were of midnight, or of the morning.</summary>
    [Theory]
    [InlineData("01/31/2026 1:00:02 PM u=1 i=2", 13, 0)]
    [InlineData("[01/31/2026 1:00:02 PM] INFO u=1 i=2", 13, 0)]
    [InlineData("2026-01-31 13:00:02 +0100 u=1 i=2", 12, 0)]
    [InlineData("2026-01-31T13:00:02 +01:00 u=1 i=2", 12, 0)]
    [InlineData("2026-01-31 13:00:02: u=1 i=2", 13, 0)]
    [InlineData("2026-01-31 13:00:02, meter, u=1 i=2", 13, 0)]
    [InlineData("31-OCT-2025 13:00:02 u=1 i=2", 13, -92)]
    [InlineData("time=2026-01-31 13:00:02 u=1 i=2", 13, 0)]
    [InlineData("time=2026-01-31 13:00:02,u=1,i=2", 13, 0)]
    [InlineData("u=1 i=2 time=01/31/2026 1:00:02 PM", 13, 0)]
    [InlineData("u=1 time=2026-01-31T13:00:02 +0100 i=2", 12, 0)]
    public void Read_TimeOfSeveralWords_IsReadWhole(string line, int hour, int days)
    {
        var read = ReadRows.Of($"{line}\n{line}\n", "columns=u+i");
        read.Time(1).ShouldBe(new DateTime(2026, 1, 31, hour, 0, 2).AddDays(days));
        read.Columns.ShouldBe([[1, 1], [2, 2]]);
    }

    [Fact]
    public void Read_BadLines_StopOrAreSkipped()
    {
        string log = Log + "2026-01-31T00:00:04Z u=bad i=1\n2026-01-31T00:00:05Z u=1A i=1\n2026-01-31T00:00:06Z u=1V i=1\n";
        Should.Throw<InputException>(() => ReadRows.Of(log, "columns=u+i")).Message
            .ShouldContain("line 7: 'bad' of key 'u' is not a number");
        var read = ReadRows.Of(log, "columns=u:voltage+i,bad-rows=skip");
        read.Schema.Values[0].Name.ShouldBe("voltage");
        read.Timestamps.Count.ShouldBe(5);
        read.Facts["keyvalue_bad_rows"].ShouldStartWith("2 skipped");
    }

    /// <summary>The comma separates pairs, so that 230 and 3 were read.</summary>
    [Theory]
    [InlineData("u=230,5 i=3,25", "'230' of key 'u'")]
    [InlineData("u=230,5V i=3", "'230' of key 'u'")]
    [InlineData("u=230 i=3,25", "'3' of key 'i'")]
    [InlineData("u=,5 i=3", "'' of key 'u'")]
    [InlineData("u=230 i= ,25", "'' of key 'i'")]
    public void Read_DecimalComma_IsABadLine(string pairs, string named)
    {
        string log = $"2026-01-31T00:00:00Z u=1,i=2\n2026-01-31T00:00:01Z {pairs}\n2026-01-31T00:00:02Z u=3, i=4,state=5,6\n";
        string message = Should.Throw<InputException>(() => ReadRows.Of(log, "columns=u+i")).Message;
        message.ShouldContain($"line 2: {named} has a comma and digits directly behind it");
        message.ShouldContain("write a decimal point");
        ReadRows.Of(log, "columns=u+i,bad-rows=skip").Columns[1].ShouldBe([2, 4]);
    }

    /// <summary>Every record had lacked one of the two values.</summary>
    [Theory]
    [InlineData("2026-01-31T00:00:00Z u=1 i=2\n", "columns=u+i+u:again")]
    [InlineData("at=2026-01-31T00:00:00Z u=1 i=2\n", "columns=u+at")]
    [InlineData("{\"at\":\"2026-01-31T00:00:00Z\",\"u\":1}\n", "columns=u+u:again")]
    [InlineData("{\"at\":\"2026-01-31T00:00:00Z\",\"u\":1}\n", "columns=u+at")]
    [InlineData("meter,site=a u=1,i=2 1769860800000000000\n", "columns=u+u:again")]
    public void Read_FieldNamedTwiceOrTheTime_IsRefused(string log, string options) =>
        Should.Throw<ArgumentException>(() => ReadRows.Of(log, options)).Message.ShouldContain("named twice");

    /// <summary>Both of the first keys had been <c>e</c>, so that the value of the second replaced that of the first.</summary>
    [Fact]
    public void Read_KeysOfOtherLetters_AreWhole()
    {
        var read = ReadRows.Of("2026-01-31T00:00:00Z größe=1 straße=2 温度=3\n");
        read.Facts["keyvalue_columns"].ShouldBe("größe, straße, 温度");
        read.Columns.ShouldBe([[1], [2], [3]]);
    }

    /// <summary>Every line had been malformed: a degree sign of one byte was no unit of its key.</summary>
    [Fact]
    public void Read_UnitInIso88591_IsAUnit()
    {
        var read = ReadRows.Of(System.Text.Encoding.Latin1.GetBytes(
            "2026-01-31T00:00:00Z t=21.5°C u=1\n2026-01-31T00:00:01Z t=21.6°C u=2\n"));
        read.Schema.Values[0].ShouldBe(new ValueColumn("t", "°C"));
        read.Columns.ShouldBe([[21.5, 21.6], [1, 2]]);
    }

    /// <summary>Every record had been of midnight.</summary>
    [Theory]
    [InlineData("date=2026-01-31 time=12:00:00 u=1\ndate=2026-01-31 time=12:00:01 u=2\n")]
    [InlineData("{\"date\":\"2026-01-31\",\"time\":\"12:00:00\",\"u\":1}\n"
        + "{\"date\":\"2026-01-31\",\"time\":\"12:00:01\",\"u\":2}\n")]
    public void Read_DaysAndTimesOfDayApart_AreRefused(string log)
    {
        Should.Throw<InputException>(() => ReadRows.Of(log)).Message.ShouldContain("its days ('date') and times of day ('time')");
        ReadRows.Of(log, "time-key=date").Time(1).ShouldBe(new DateTime(2026, 1, 31));
        ReadRows.Of(log.Replace(":00:0", "-00-0", StringComparison.Ordinal)).Time(1).ShouldBe(new DateTime(2026, 1, 31));
    }

    /// <summary>The first escaped quote had ended the text, so that the pair within the text was a value.</summary>
    [Fact]
    public void Read_BackslashesInATextInQuotes_EscapeAQuoteWhereTheyCan()
    {
        const string log = """
            2026-01-31T00:00:00Z note="set \"u=5 \" now" u=1 i=2
            2026-01-31T00:00:01Z note="C:\\" u=2 i=3
            2026-01-31T00:00:02Z note="C:\" u=3 i=4 name="x"
            2026-01-31T00:00:03Z note="C:\" u=4 i=5

            """;
        ReadRows.Of(log).Columns.ShouldBe([[1, 2, 3, 4], [2, 3, 4, 5]]);
    }

    /// <summary>The last value had replaced the first.</summary>
    [Fact]
    public void Read_KeyTwiceWithDifferentValues_IsABadLine()
    {
        const string log = "2026-01-31T00:00:00Z id=a u=1 id=a u=1.0\n2026-01-31T00:00:01Z id=a u=1 id=b u=2\n";
        Should.Throw<InputException>(() => ReadRows.Of(log)).Message.ShouldContain("line 2: it has key 'u' twice");
        ReadRows.Of(log, "bad-rows=skip").Columns.ShouldBe([[1]]);
    }

    /// <summary>The last time had replaced the first.</summary>
    [Fact]
    public void Read_TimeTwiceWithDifferentValues_IsABadLine()
    {
        const string log = "u=1 time=2026-01-31T00:00:00Z\nu=2 time=2026-01-31T00:00:01Z time=2026-01-31T00:00:02Z\n"
            + "u=3 time=2026-01-31T00:00:03Z time=2026-01-31T00:00:03Z\n";
        Should.Throw<InputException>(() => ReadRows.Of(log)).Message.ShouldContain("line 2: it has the time 'time' twice");
        ReadRows.Of(log, "bad-rows=skip").Columns.ShouldBe([[1, 3]]);
    }

    /// <summary>Every record had had the time of the installation.</summary>
    [Theory]
    [InlineData("since=2020-05-01T10:00:00Z at=2026-01-31T00:00:00Z u=1\n"
        + "since=2020-05-01T10:00:00Z at=2026-01-31T00:00:01Z u=2\n")]
    [InlineData("{\"since\":\"2020-05-01T00:00:00Z\",\"at\":\"2026-01-31T00:00:00Z\",\"u\":1}\n"
        + "{\"since\":\"2020-05-01T00:00:00Z\",\"at\":\"2026-01-31T00:00:01Z\",\"u\":2}\n")]
    public void Read_TimeThatStandsStillBesideOneThatGoesOn_TheLatterCounts(string log)
    {
        ReadRows.Of(log).Time(1).ShouldBe(new DateTime(2026, 1, 31, 0, 0, 1));
        ReadRows.Of(log, "time-key=since").Time(1).Year.ShouldBe(2020);
    }

    /// <summary>Every record had been of midnight.</summary>
    [Theory]
    [InlineData("date=2026-01-31T00:00:00 time=12:00:00 u=1\ndate=2026-01-31T00:00:00 time=12:00:01 u=2\n")]
    [InlineData("{\"date\":\"2026-01-31T00:00:00Z\",\"time\":\"12:00:00\",\"u\":1}\n"
        + "{\"date\":\"2026-01-31T00:00:00Z\",\"time\":\"12:00:01\",\"u\":2}\n")]
    public void Read_DaysWithMidnightAndTimesOfDayApart_AreRefused(string log)
    {
        Should.Throw<InputException>(() => ReadRows.Of(log)).Message.ShouldContain("its days ('date') and times of day ('time')");
        ReadRows.Of(log, "time-key=date").Time(1).ShouldBe(new DateTime(2026, 1, 31));
    }

    [Fact]
    public void Read_PaddedValues_AreValues()
    {
        var read = ReadRows.Of(
            "2026-01-31T00:00:00Z u= 996 i=  1.5 p= \t-2 n=  \"7\"\n2026-01-31T00:00:01Z u=1000 i= 12.5 p=-12 "
            + "n=8\n2026-01-31T00:00:02Z u= i=2 p=  , n= 9\n");
        read.Schema.Values.Select(value => value.Name).ShouldBe(["u", "i", "p", "n"]);
        read.Columns[0].ShouldBe([996, 1000, double.NaN]);
        read.Columns[1].ShouldBe([1.5, 12.5, 2]);
        read.Columns[2].ShouldBe([-2, -12, double.NaN]);
        read.Columns[3].ShouldBe([7, 8, 9]);
    }

    [Theory]
    [InlineData("2026-01-31T00:00:02Z i=5.2 u=2", false)]
    [InlineData("2026-01-31T00:00:02Z i=5.2 u=230.", false)]
    [InlineData("2026-01-31T00:00:02Z i=5.2", false)]
    [InlineData("2026-01-31", false)]
    [InlineData("2026-01-31T00:00:02Z i=5.2 u=230.1", true)]
    [InlineData("2026-01-31T00:00:02Z i=5.2 u=230 ", true)]
    [InlineData("2026-01-31T00:00:02Z i=5.2 u=\"230\"", true)]
    public void Read_LastLineWithoutItsEnd_CountsOnlyWhenItIsWhole(string last, bool isWhole)
    {
        var read = ReadRows.Of($"2026-01-31T00:00:00Z i=5.2 u=230.1\n2026-01-31T00:00:01Z i=6.0 u=8.5\n{last}", capacity: 2);
        read.Timestamps.Count.ShouldBe(isWhole ? 3 : 2);
        read.Facts["keyvalue_torn_last_line"].StartsWith("left out: line 3: ", StringComparison.Ordinal).ShouldBe(!isWhole);
    }

    [Theory]
    [InlineData("u=1 time=2026-01-3", false)]
    [InlineData("u=1 time=2026-01-31", false)]
    [InlineData("u=1 time=2026-01-31T00:00:02Z", true)]
    public void Read_LastTimeWithoutItsEnd_CountsOnlyWhenItIsWhole(string last, bool isWhole) =>
        ReadRows.Of($"u=1 time=2026-01-31T00:00:00Z\nu=1 time=2026-01-31T00:00:01Z\n{last}").Timestamps.Count
            .ShouldBe(isWhole ? 3 : 2);

    [Theory]
    [InlineData("u=12V i=1A", "u=1V i=13A", true)]
    [InlineData("u=12V i=1A", "u=1V i=13", false)]
    [InlineData("u=12 i=1", "u=1 i=1", false)]
    [InlineData("u=12 i=1 state=on", "u=1 i=13 state=o", true)]
    public void Read_LastValueWithAUnitOrATextBehind_IsWhole(string before, string last, bool isWhole) =>
        ReadRows.Of($"2026-01-31T00:00:00Z {before}\n2026-01-31T00:00:01Z {before}\n2026-01-31T00:00:02Z {last}").Timestamps.Count
            .ShouldBe(isWhole ? 3 : 2);

    [Theory]
    [InlineData("time,u,note\n2026-01-31 00:00:00,1,a=b\n2026-01-31 00:00:01,2,c=d\n")]
    [InlineData("time;u;url\n2026-01-31 00:00:00;1;http://x/?a=1&b=2\n2026-01-31 00:00:01;1;http://x/?a=1&b=2\n")]
    public void Read_TablesWithPairsInThem_StayTables(string text) => ReadRows.Of(text).Facts.Keys.ShouldContain("csv_delimiter");

    [Fact]
    public void Read_NoTime_Refused() => Should.Throw<InputException>(() => ReadRows.Of("u=1 i=2\nu=3 i=4\n")).Message
        .ShouldContain("time-key=");
}
