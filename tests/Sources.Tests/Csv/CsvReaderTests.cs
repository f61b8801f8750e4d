using System.Text;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Tests.Csv;

public class CsvReaderTests
{
    private const uint Good = (uint)RecordQuality.Good;
    private const uint Missing = (uint)RecordQuality.Missing;

    [Theory]
    [InlineData(",", "\n")]
    [InlineData(";", "\r\n")]
    [InlineData("\t", "\r")]
    [InlineData("|", "\n")]
    public void Read_AnyDelimiterAndLineEnd_SameRows(string delimiter, string end)
    {
        string[] lines = ["time,u [V],i (A)", "2020-01-02T00:00:00,230.5,1", "", "2020-01-02T00:00:01,?,-2.25"];
        var rows = ReadRows.Of(string.Join(end, lines.Select(line => line.Replace(",", delimiter))) + end);
        rows.Schema.Values.ShouldBe([new("u", "V"), new("i", "A")]);
        rows.Time(1).ShouldBe(new DateTime(2020, 1, 2, 0, 0, 1));
        rows.Columns[0].ShouldBe([230.5, double.NaN]);
        rows.Columns[1].ShouldBe([1, -2.25]);
        rows.Qualities.ShouldBe([Good, Missing]);
    }

    [Fact]
    public void Read_Spaces_RunsAreOneDelimiter()
    {
        var rows = ReadRows.Of("date time  u\n2020-01-02 10:00:00   1\n 2020-01-02 10:00:01 22 \n");
        rows.Columns.Single().ShouldBe([1, 22]);
        rows.Time(1).ShouldBe(new DateTime(2020, 1, 2, 10, 0, 1));
    }

    [Fact]
    public void Read_NoHeader_ColumnsNumbered()
    {
        var rows = ReadRows.Of("11/06/2012 00:00:01;68;70\r\n13/06/2012 00:00:02;69;71\r\n");
        rows.Schema.Values.Select(value => value.Name).ShouldBe(["column_2", "column_3"]);
        rows.Timestamps.Count.ShouldBe(2);
        rows.Facts["csv_date"].ShouldBe("DayMonthYear");
    }

    [Fact]
    public void Read_DecimalComma_FoundOut()
    {
        var rows = ReadRows.Of("t;u\n2020-01-02 10:00;1,5\n2020-01-02 10:01;2\n");
        rows.Columns[0].ShouldBe([1.5, 2]);
        rows.Facts["csv_decimal"].ShouldBe("comma");
    }

    [Fact]
    public void Read_QuotedFields_Unquoted()
    {
        var rows = ReadRows.Of(
            "\"time\",\"u, \"\"line\"\"\",note\n\"2020-01-02 10:00\",\"1.5\",\"a\nb, c\"\n2020-01-02 10:01, \"?\" ,x\n");
        rows.Schema.Values.Single().Name.ShouldBe("u_line");
        rows.Columns[0].ShouldBe([1.5, double.NaN]);
        rows.Facts["csv_columns_left_out"].ShouldBe("note (not numbers: 'a\uFFFDb, c')");
    }

    [Theory]
    [InlineData("utf-8", true)]
    [InlineData("utf-16", true)]
    [InlineData("utf-16BE", true)]
    [InlineData("utf-16", false)]
    [InlineData("iso-8859-1", false)]
    public void Read_Encoding_FoundOut(string name, bool mark)
    {
        var encoding = Encoding.GetEncoding(name);
        byte[] text = encoding.GetBytes("time;Température [°C]\n2020-01-02 10:00;-1.5\n2020-01-02 10:01;2\n");
        var rows = ReadRows.Of(mark ? [.. encoding.GetPreamble(), .. text] : text);
        rows.Schema.Values.Single().ShouldBe(new ValueColumn("temperature", "°C"));
        rows.Columns[0].ShouldBe([-1.5, 2]);
    }

    [Fact]
    public void Read_NamedEncoding_HeaderDecoded()
    {
        byte[] text = System.Text.CodePagesEncodingProvider.Instance.GetEncoding("windows-1251")!.GetBytes(
            "время;ток [А]\n2020-01-02 10:00;1\n2020-01-02 10:01;2\n");
        var rows = ReadRows.Of(text, "encoding=windows-1251,columns=ток [А]:current");
        rows.Schema.Values.Single().ShouldBe(new ValueColumn("current", "А"));
    }

    [Theory]
    [InlineData("time,u\n2020-01-02 10:00,1.5\n2020-01-02 10:01,2.5\n2020-01-02 10:02,2.", 2, false)]
    [InlineData("time,u\n2020-01-02 10:00,1.5\n2020-01-02 10:01,2.5\n2020-01-02 10:02,2", 2, false)]
    [InlineData("time,u\n2020-01-02 10:00,1.5\n2020-01-02 10:01,2.5\n2020-01-02 10:02,2.5", 3, false)]
    [InlineData("time,u\n2020-01-02 10:00,15\n2020-01-02 10:01,25\n2020-01-02 10:02,2", 3, true)]
    [InlineData("time,u\n2020-01-02 10:00,15\n2020-01-02 10:01,25\n2020-01-02 10:02,2,", 3, false)]
    [InlineData("time,u\n2020-01-02 10:00,15\n2020-01-02 10:01,25\n2020-01-02 10:02,", 2, false)]
    [InlineData("time,u\n2020-01-02 10:00,15\n2020-01-02 10:01,\n2020-01-02 10:02,", 3, false)]
    [InlineData("time,u,note\n2020-01-02 10:00,15,ok\n2020-01-02 10:01,25,ok\n2020-01-02 10:02,2,o", 3, false)]
    [InlineData("u,time\n15,2020-01-02 10:00:00\n25,2020-01-02 10:01:00\n2,2020-01-02 10:02", 2, false)]
    [InlineData("u,time\n15,2020-01-02 10:00:00\n25,2020-01-02 10:01:00\n2,2020-01-2", 2, false)]
    [InlineData("u,time\n15,2020-01-02 10:00:00\n25,2020-01-02 10:01:00\n2,2020-01-02 10:02:00", 3, false)]
    public void Read_LastLineWithoutItsEnd_IsTakenUnlessCutAndDoubtsAreSaid(string text, int rows, bool isDoubtful)
    {
        var read = ReadRows.Of(text, capacity: 2);
        read.Timestamps.Count.ShouldBe(rows);
        read.Facts["csv_torn_last_line"].StartsWith("left out: line 4: the file ends within it", StringComparison.Ordinal)
            .ShouldBe(rows == 2);
        InputNotes.Of(read.Facts)
            .Any(note => note.StartsWith("line 4 is the last and has no line end: '2' is taken", StringComparison.Ordinal))
            .ShouldBe(isDoubtful);
    }

    [Fact]
    public void Read_TornLastLine_LeftOutAndSaid()
    {
        const string Sound = "time,u,i\n2020-01-02 10:00,1,2\n2020-01-02 10:01,1,2\n";
        ReadRows.Of(Sound).Facts["csv_torn_last_line"].ShouldBe("none");
        foreach (string torn in new[] { "2020-01-02 10", "2020-01-02 10:02,1", "2020-01-02 10:02,1\n" })
        {
            var rows = ReadRows.Of(Sound + torn);
            rows.Timestamps.Count.ShouldBe(2);
            rows.Facts["csv_torn_last_line"].ShouldContain("line 4");
        }

        Should.Throw<InputException>(() => ReadRows.Of(Sound + "2020-01-02 10:02,1\n2020-01-02 10:03,1,2\n")).Message
            .ShouldBe("input.csv, line 4: 2 fields where 3 columns are: 'i' is the first that is not there. To leave such "
                + "rows out and count them: --on-bad-row skip (the input option bad-rows=skip).");
    }

    [Fact]
    public void Read_BadRows_SkippedAndCounted()
    {
        const string Text =
            "time,u\n2020-01-02 10:00,1\nrubbish,2\n2020-01-02 10:01,abc\n2020-01-02 10:02,3,4\n2020-01-02 10:03,5\n";
        Should.Throw<InputException>(() => ReadRows.Of(Text, "columns=u,time-columns=time")).Message
            .ShouldContain("input.csv, line 3: 'rubbish'");
        var rows = ReadRows.Of(Text, "columns=u,time-columns=time,bad-rows=skip");
        rows.Columns[0].ShouldBe([1, 5]);
        rows.Facts["csv_bad_rows"].ShouldStartWith("3 skipped: input.csv, line 3: 'rubbish'");
        rows.Facts["csv_bad_rows"].ShouldContain("line 4: 'abc' in column 'u' is not a number");
    }

    /// <summary>Marks were compared as UTF-8 in files with a byte per character.</summary>
    [Theory]
    [InlineData("iso-8859-1")]
    [InlineData("utf-8")]
    public void Read_MissingMarkInAnyEncoding_GivenOrFound(string encoding)
    {
        byte[] text = Encoding.GetEncoding(encoding).GetBytes(
            "time,u\n2026-01-31 00:00:00,1\n2026-01-31 00:00:01,gestört\n2026-01-31 00:00:02,gestört\n"
            + "2026-01-31 00:00:03,2\n2026-01-31 00:00:04,3\n");
        double[] expected = [1, double.NaN, double.NaN, 2, 3];
        ReadRows.Of(text, "missing=gestört").Columns.Single().ShouldBe(expected);
        var found = ReadRows.Of(text);
        found.Columns.Single().ShouldBe(expected);
        found.Facts["csv_missing_marks"].ShouldBe("'gestört'");
    }

    /// <summary>It was read as a number, since only one with a point was known for a mark.</summary>
    [Theory]
    [InlineData("-999\\,9")]
    [InlineData("-999.9")]
    public void Read_MissingMarkWithADecimalComma_IsMissing(string mark) =>
        ReadRows.Of("time;u\n2026-01-31 00:00:00;1,5\n2026-01-31 00:00:01;-999,9\n2026-01-31 00:00:02;-999,90\n",
            "missing=" + mark).Columns[0].ShouldBe([1.5, double.NaN, double.NaN]);

    [Fact]
    public void Read_MissingMarks_UsualAndGiven()
    {
        var rows = ReadRows.Of(
            "time,a,b,c\n2020-01-02 10:00,?,NA,1\n2020-01-02 10:01,,nan,655.34\n2020-01-02 10:02,null,off,-999.0\n2020-01-02 "
            + "10:03,1,2,3\n",
            "missing=off|-999,sentinels=655.34");
        rows.Columns[0].ShouldBe([double.NaN, double.NaN, double.NaN, 1]);
        rows.Columns[1].ShouldBe([double.NaN, double.NaN, double.NaN, 2]);
        rows.Columns[2].ShouldBe([1, double.NaN, double.NaN, 3]);
        rows.Qualities.ShouldBe([Missing, Missing, Missing, Good]);
    }

    [Fact]
    public void Read_ColumnsOption_OrderNamesAndUnits()
    {
        var rows = ReadRows.Of("Date;Time;U [V];I [A];P\n16/12/2006;17:24:00;1;2;3\n", "columns=#5+I [A]:amps+u");
        rows.Schema.Values.ShouldBe([new("p", ""), new("amps", "A"), new("u", "V")]);
        rows.Columns.Select(column => column[0]).ShouldBe([3, 2, 1]);
        rows.Time(0).ShouldBe(new DateTime(2006, 12, 16, 17, 24, 0));
    }

    [Fact]
    public void Read_IndexColumn_LeftOut()
    {
        ReadRows.Of(",time,u\n0,2020-01-02 10:00,1\n1,2020-01-02 10:01,2\n").Facts["csv_columns_left_out"]
            .ShouldBe("#1 (counts the rows)");
        ReadRows.Of("id,time,u\n7,2020-01-02 10:00,1\n5,2020-01-02 10:01,2\n").Schema.ValueCount.ShouldBe(2);
    }

    [Fact]
    public void Read_SimilarHeaders_DistinctNames() =>
        ReadRows.Of("time,U,u,2U,Source,\n2020-01-02 10:00,1,2,3,4,5\n").Schema.Values.Select(value => value.Name)
            .ShouldBe(["u", "u_2", "value_2u", "source_2", "value"]);

    [Fact]
    public void Read_UnixMilliseconds_FoundOut() =>
        ReadRows.Of("timestamp,u\n1700000000123,1\n1700000001123,2\n").Timestamps
            .ShouldBe([1_700_000_000_123_000, 1_700_000_001_123_000]);

    [Fact]
    public void Read_AmbiguousDates_Refused()
    {
        const string Text = "time,u\n1/2/2020 10:00,1\n2/2/2020 10:00,2\n";
        Should.Throw<InputException>(() => ReadRows.Of(Text)).Message.ShouldContain("date=d/M/yyyy");
        ReadRows.Of(Text, "date=M/d/yyyy").Time(1).ShouldBe(new DateTime(2020, 2, 2, 10, 0, 0));
        ReadRows.Of(Text, "date=dd.MM.yy").Time(0).ShouldBe(new DateTime(2020, 2, 1, 10, 0, 0));
    }

    /// <summary>Both dates had been read as days of 2026 or of 2031 without a question.</summary>
    [Theory]
    [InlineData("31.01.26 13:45:07", "date=dd.MM.yy")]
    [InlineData("26-01-31 13:45:07", "date=yy-M-d")]
    [InlineData("13:45:07 31/01/26", "date=d/M/yyyy")]
    public void Read_YearOfTwoDigits_OrderMustBeSaid(string time, string order)
    {
        string text = $"time,u\n{time},1\n{time},2\n";
        Should.Throw<InputException>(() => ReadRows.Of(text)).Message.ShouldContain("with years of two digits");
        ReadRows.Of(text, order).Time(0).ShouldBe(new DateTime(2026, 1, 31, 13, 45, 7));
    }

    [Theory]
    [InlineData("31-Jan-26 13:45:07")]
    [InlineData("01/31/26 13:45:07")]
    public void Read_YearOfTwoDigitsWithOneMeaning_IsRead(string time) =>
        ReadRows.Of($"time,u\n{time},1\n{time},2\n").Time(0).ShouldBe(new DateTime(2026, 1, 31, 13, 45, 7));

    [Fact]
    public void Read_TimeZone_AppliedOnlyWhenGiven()
    {
        const string Text = "time,u\n2020-03-29 01:30,1\n2020-03-29 02:30,2\n2020-10-25 02:30,3\n2020-07-01T00:00Z,4\n";
        ReadRows.Of(Text).Time(0).ShouldBe(new DateTime(2020, 3, 29, 1, 30, 0));
        ReadRows.Of(Text, "time-zone=+02:30").Time(0).ShouldBe(new DateTime(2020, 3, 28, 23, 0, 0));
        var rows = ReadRows.Of(Text, "time-zone=Europe/Paris");
        rows.Time(0).ShouldBe(new DateTime(2020, 3, 29, 0, 30, 0));
        rows.Time(1).ShouldBe(new DateTime(2020, 3, 29, 1, 30, 0));
        rows.Time(2).ShouldBe(new DateTime(2020, 10, 25, 1, 30, 0));
        rows.Time(3).ShouldBe(new DateTime(2020, 7, 1));
        rows.Qualities.ShouldBe([Good, (uint)RecordQuality.TimeUncertain, (uint)RecordQuality.TimeUncertain, Good]);
    }

    [Theory]
    [InlineData("Europe/Paris")]
    [InlineData("America/New_York")]
    [InlineData("+14:00")]
    [InlineData("-14:00")]
    public void Read_EndsOfTime_ReadOrRefused(string zone)
    {
        foreach (string time in new[] { "0001-01-01 00:00", "0001-01-02 00:00", "9999-12-30 23:59",
            "9999-12-31 23:59:59.999999" })
        {
            var rows = ReadRows.Of($"time,u\n{time},1\n2020-01-02 10:00,2\n", $"time-zone={zone},bad-rows=skip");
            rows.Timestamps.ShouldAllBe(micros => micros >= -62_135_596_800_000_000 && micros < 253_402_300_800_000_000);
            rows.Columns[0][^1].ShouldBe(2);
        }
    }

    /// <summary>The lines to skip were counted among the 4 MiB that are sampled.</summary>
    [Fact]
    public void Read_SkipLines_MoreThanTheSampleHas() =>
        ReadRows.Of(string.Concat(Enumerable.Repeat(new string('x', 99) + "\n", 45_000)) + "time,u\n2026-01-31 00:00:00,1\n",
            "skip-lines=45000").Columns[0].ShouldBe([1.0]);

    /// <summary>The sample of rows was full of empty lines, or left the one row out because the file ends with it.</summary>
    [Theory]
    [InlineData(1, "")]
    [InlineData(1100, "\n")]
    public void Read_OneRowMeetsTheFilterAtTheEnd_IsRead(int others, string end) =>
        ReadRows.Of("time,site,u\n" + string.Concat(Enumerable.Repeat("2026-01-31 00:00:00,a,1\n\n", others))
            + $"2026-01-31 00:00:01,b,2{end}", "where=site=b").Columns[0].ShouldBe([2.0]);

    /// <summary>The first time after midnight may be that of a row left out: those that stay were a day early.</summary>
    [Fact]
    public void Read_RowLeftOutAfterMidnight_BeginsTheNextDay()
    {
        var rows = ReadRows.Of("time,site,u\n10:00:00,b,1\n23:00:00,a,1\n01:00:00,a,1\n11:00:00,b,2\n",
            "base-date=2026-01-31,where=site=b");
        rows.Columns[0].ShouldBe([1.0, 2.0]);
        rows.Time(0).ShouldBe(new DateTime(2026, 1, 31, 10, 0, 0));
        rows.Time(1).ShouldBe(new DateTime(2026, 2, 1, 11, 0, 0));
    }

    [Fact]
    public void Read_FilterThatNoRowMeets_RefusedByName() =>
        Should.Throw<InputException>(() => ReadRows.Of("time,site,u\n2026-01-31 00:00:00,a,1\n2026-01", "where=site=b")).Message
            .ShouldContain("no row meets");

    [Fact]
    public void Read_SkipLines_PreamblePassedOver()
    {
        var rows = ReadRows.Of("Meter 7\nserial 3;x\ntime;u\n2020-01-02 10:00;1\n2020-01-02 10:01;2\n", "skip-lines=2");
        rows.Columns[0].ShouldBe([1, 2]);
    }

    /// <summary>The message had said that the file has no rows.</summary>
    [Fact]
    public void Read_SkipLinesBeyondTheEnd_RefusedByName() =>
        Should.Throw<InputException>(() => ReadRows.Of("time;u\n2020-01-02 10:00;1\n", "skip-lines=9")).Message
            .ShouldContain("skip-lines=");

    [Fact]
    public void Read_RowTooLong_Refused() =>
        Should.Throw<InputException>(() =>
            ReadRows.Of("time,u\n2020-01-02 10:00,\"" + new string('1', 3 << 20), "delimiter=comma")).Message
            .ShouldContain("quote=none");

    [Theory]
    [InlineData("")]
    [InlineData("\n\n\n")]
    [InlineData("just text\n")]
    [InlineData("a,b\n1,2\n3,4\n")]
    [InlineData("time,u\n2020-01-02 10:00,x\n")]
    public void Read_NoTable_RefusedWithFileName(string text) =>
        Should.Throw<InputException>(() => ReadRows.Of(text)).Message.ShouldStartWith("input.csv");

    [Theory]
    [InlineData("time,u\n")]
    [InlineData("time,u")]
    [InlineData("time,u\n", "header=yes")]
    [InlineData("time,u\nUTC,V\n")]
    public void Read_HeaderAlone_RefusedWithFileHeaderAndRemedy(string text, string options = "") =>
        Should.Throw<InputException>(() => ReadRows.Of(text, options)).Message
            .ShouldBe("input.csv: it has a header (time, u) and no row of data below it. Name a file with data, or take this one "
                + "out of the folder or pattern.");

    [Theory]
    [InlineData("delimiter=ab")]
    [InlineData("date=today")]
    [InlineData("encoding=klingon")]
    [InlineData("time-zone=Moon/Crater")]
    [InlineData("header=maybe")]
    [InlineData("sentinels=x")]
    [InlineData("skip-lines=-1")]
    [InlineData("bad-rows=ignore")]
    [InlineData("time-columns=a+b+c")]
    [InlineData("columns=u+u")]
    [InlineData("columns=time")]
    [InlineData("delimiter=comma,decimal=comma")]
    [InlineData("nonsense=1")]
    [InlineData("format=xls")]
    [InlineData("entry=a.csv")]
    [InlineData("max-ratio=0")]
    public void Read_InvalidOption_RefusedByName(string option) =>
        Should.Throw<ArgumentException>(() => ReadRows.Of("time,u\n2020-01-02 10:00,1\n", option)).Message
            .ShouldContain(option[..option.IndexOf('=', StringComparison.Ordinal)]);

    [Fact]
    public void Read_LargeText_SameForAnyBatchSize()
    {
        var text = new StringBuilder("time,u,i\r\n");
        for (int row = 0; row < 30_000; row++)
        {
            text.Append(DateTime.UnixEpoch.AddSeconds(row * 7).ToString("yyyy-MM-dd HH:mm:ss"))
                .Append($",{row * 0.25},{row}\r\n");
        }

        var small = ReadRows.Of(text.ToString(), capacity: 13);
        small.Timestamps.ShouldBe(Enumerable.Range(0, 30_000).Select(row => row * 7_000_000L));
        small.Columns[0].ShouldBe(Enumerable.Range(0, 30_000).Select(row => row * 0.25));
        ReadRows.Of(text.ToString(), capacity: 100_000).Columns[1].ShouldBe(small.Columns[1]);
    }
}
