using System.Text;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Tests.Csv;

/// <summary>
/// Texts as loggers and spreadsheets write them: lines before the table, units below the names, groups of digits, marks between
/// numbers.
/// </summary>
public sealed class LoggerTextTests
{
    private const string Rows = "2026-01-31 00:00:00;1,5;2\n2026-01-31 00:00:01;2,5;3\n2026-01-31 00:00:02;3,5;4\n";

    [Theory]
    [InlineData("Logger XY\nSerial;12345\n\nTime;u [V];n\n", 2)]
    [InlineData("Logger XY;;\nSerial;12345;\nStart;31.01.2026 00:00;x\nTime;u [V];n\n", 3)]
    [InlineData("Time;u [V];n\n", 0)]
    [InlineData("Time;u;n\nyyyy;V;-\n", 0)]
    [InlineData("Logger\nTime;u;n\n;V;\nSmp;Avg;Smp\n", 1)]
    public void Read_LinesBeforeTheTable_AreLeftOutAndSaid(string head, int lines)
    {
        var read = ReadRows.Of(head + Rows);
        read.Schema.Values.ShouldBe([new ValueColumn("u", "V"), new ValueColumn("n", read.Schema.Values[1].Unit)]);
        read.Columns[0].ShouldBe([1.5, 2.5, 3.5]);
        read.Facts["csv_preamble_left_out"].ShouldStartWith(lines == 0 ? "" : $"{lines} lines");
    }

    [Fact]
    public void Read_NoHeaderAfterLinesOfText_IsRead()
    {
        var read = ReadRows.Of("Logger XY\nall rights reserved\n" + Rows);
        read.Columns[0].ShouldBe([1.5, 2.5, 3.5]);
        read.Facts["csv_header"].ShouldBe("none");
    }

    [Fact]
    public void Read_ManyLinesBeforeFewRows_AreLeftOut() =>
        ReadRows.Of(string.Concat(Enumerable.Range(0, 8).Select(i => $"note {i}\n")) + "Time;u;n\n" + Rows + Rows + Rows)
            .Columns[0].Length.ShouldBe(9);

    [Fact]
    public void Read_BadTimeInTheFirstRow_IsNoHeader() =>
        Should.Throw<InputException>(() => ReadRows.Of("x;1,5;2\n" + Rows)).Message.ShouldContain("column_1");

    [Theory]
    [InlineData("1.234,5;999,25;1.234.567,0", "1234.5;999.25;1234567")]
    [InlineData("1,234.5;999.25;1,234,567", "1234.5;999.25;1234567")]
    [InlineData("1 234,5;999,25;12 345", "1234.5;999.25;12345")]
    [InlineData("1\u00a0234,5;999,25;12\u202f345", "1234.5;999.25;12345")]
    [InlineData("1'234.5;999.25;12’345", "1234.5;999.25;12345")]
    [InlineData("1,234;0.5;12,345", "1234;0.5;12345")]
    [InlineData("1,234;0,5;12,345", "1.234;0.5;12.345")]
    [InlineData("1,234;2,345;12,345", "1.234;2.345;12.345")]
    public void Read_DigitsInGroups_AreOneNumber(string values, string expected)
    {
        var read = ReadRows.Of(string.Concat(values.Split(';').Select((v, i) => $"2026-01-31 00:00:0{i};{v};1\n")));
        read.Columns[0].ShouldBe(expected.Split(';')
            .Select(v => double.Parse(v, System.Globalization.CultureInfo.InvariantCulture)));
    }

    [Fact]
    public void Read_QuotedGroupsBetweenCommas_AreOneNumber() =>
        ReadRows.Of("time,u\n2026-01-31 00:00:00,\"1,234\"\n2026-01-31 00:00:01,999.5\n").Columns[0].ShouldBe([1234, 999.5]);

    /// <summary>An inch mark opened a quoted field, so that two rows became one. In a quoted field a line end is text.</summary>
    [Theory]
    [InlineData(",", "")]
    [InlineData(";", "")]
    [InlineData("\t", "delimiter=tab")]
    public void Read_QuoteWithinAField_JoinsNoRows(string delimiter, string options)
    {
        string text = "time,screen,u\n2026-01-31 00:00:00,19\" A,1\n2026-01-31 00:00:01,size 20 \" B,2\n"
            + "2026-01-31 00:00:02,\"21\"\" \nC\",3\n2026-01-31 00:00:03, \"D\n, E\" ,4\n2026-01-31 00:00:04,5\",5\n";
        var read = ReadRows.Of(text.Replace(",", delimiter, StringComparison.Ordinal), options);
        read.Columns.Single().ShouldBe([1, 2, 3, 4, 5]);
        Enumerable.Range(0, 5).Select(row => read.Time(row).Second).ShouldBe([0, 1, 2, 3, 4]);
    }

    [Fact]
    public void Read_QuotedLineEndBetweenSpaces_IsText() =>
        ReadRows.Of("time note u\n2026-01-31T00:00:00 \"a\nb\" 1\n2026-01-31T00:00:01 c\" 2\n2026-01-31T00:00:02   d 3\n"
            + "2026-01-31T00:00:03 e 4\n2026-01-31T00:00:04 f 5\n").Columns.Single().ShouldBe([1, 2, 3, 4, 5]);

    /// <summary>No group follows a zero: these were read as 125 and 250.</summary>
    [Theory]
    [InlineData("0,125", 0.125, "0,250", 0.25)]
    [InlineData("-0,125", -0.125, "1,234", 1.234)]
    public void Read_QuotedFractionsBetweenCommas_AreLeftOutOrByOptionNumbers(
        string first, double firstValue, string second, double secondValue)
    {
        string text = $"time,u,n\n2026-01-31 00:00:00,\"{first}\",1\n2026-01-31 00:00:01,\"{second}\",2\n";
        var read = ReadRows.Of(text);
        read.Schema.Values.Select(value => value.Name).ShouldBe(["n"]);
        read.Facts["csv_columns_left_out"].ShouldBe($"u (not numbers: '{first}')");
        read.Facts["csv_thousands"].ShouldBe("not separated");
        ReadRows.Of(text, "decimal=comma").Columns[0].ShouldBe([firstValue, secondValue]);
    }

    [Fact]
    public void Read_FractionsWithTheOtherMark_AreNoGroups() => Should.Throw<InputException>(() =>
        ReadRows.Of("time;u;i\n2026-01-31 00:00:00;1,5;0.125\n2026-01-31 00:00:01;2,5;0.250\n2026-01-31 00:00:02;3,5;0.375\n"))
        .Message.ShouldContain("'0.125' in column 'i' is not a number");

    [Fact]
    public void Read_GroupsByOption_AreOneNumber()
    {
        const string Text = "time;u\n2026-01-31 00:00:00;1.234\n2026-01-31 00:00:01;999\n";
        ReadRows.Of(Text).Columns[0].ShouldBe([1.234, 999]);
        ReadRows.Of(Text, "thousands=point").Columns[0].ShouldBe([1234, 999]);
        Should.Throw<InputException>(() => ReadRows.Of(Text.Replace("1.234", "1.2.34"), "thousands=point,columns=u"));
    }

    [Fact]
    public void Read_TextsThatLookLikeGroups_DoNotChangeNumbers() =>
        ReadRows.Of("time,u,version\n2026-01-31 00:00:00,1.234,1.234.567\n2026-01-31 00:00:01,1.5,a\n").Columns[0]
            .ShouldBe([1.234, 1.5]);

    /// <summary>They made every value 1,000 times as large, or its fraction a group.</summary>
    [Theory]
    [InlineData(",", "192.168.178.123", "230.125", "231.250")]
    [InlineData(";", "10.8.0.1", "230,125", "231,250")]
    [InlineData(",", "103.204.501", "230.125", "231.25")]
    [InlineData(";", "100,200,300", "230,125", "231,25")]
    public void Read_AddressesAndVersions_DoNotChangeNumbers(string delimiter, string text, string first, string second)
    {
        var read = ReadRows.Of($"time{delimiter}what{delimiter}u\n2026-01-31 00:00:00{delimiter}{text}{delimiter}{first}\n"
            + $"2026-01-31 00:00:01{delimiter}{text}{delimiter}{second}\n");
        read.Columns.Single().ShouldBe([230.125, 231.25]);
        read.Facts["csv_columns_left_out"].ShouldBe($"what (not numbers: '{text}')");
        read.Facts["csv_thousands"].ShouldBe("not separated");
    }

    [Fact]
    public void Read_VersionsBesideNumbersThatCouldBeGroups_RefusedUnlessAnOptionSays()
    {
        const string Text =
            "time,firmware,u\n2026-01-31 00:00:00,103.204.501,230.125\n2026-01-31 00:00:01,103.204.501,231.250\n";
        string message = Should.Throw<InputException>(() => ReadRows.Of(Text)).Message;
        message.ShouldContain("'230.125' in column 'u'");
        message.ShouldContain("'103.204.501' in column 'firmware'");
        message.ShouldContain("thousands=none or thousands=point");
        ReadRows.Of(Text, "thousands=none").Columns.Single().ShouldBe([230.125, 231.25]);
        ReadRows.Of(Text, "decimal=point").Columns.Single().ShouldBe([230.125, 231.25]);
        ReadRows.Of(Text, "thousands=point").Columns.ShouldBe([[103204501, 103204501], [230125, 231250]]);
        ReadRows.Of(Text.Replace(',', ';') + "2026-01-31 00:00:02;103.204.501;1,5\n").Columns[1].ShouldBe([230125, 231250, 1.5]);
    }

    /// <summary>The whole numbers 1 and 2 were read as 1.2, and their row as too short.</summary>
    [Fact]
    public void Read_DecimalCommaBetweenCommas_WholeNumbersStayApart() =>
        ReadRows.Of("time,u,a,b\n2026-01-31 00:00:00,\"0,125\",1,2\n2026-01-31 00:00:01,\"0,250\",3,4\n", "decimal=comma")
            .Columns.ShouldBe([[0.125, 0.25], [1, 3], [2, 4]]);

    [Theory]
    [InlineData("--")]
    [InlineData("---")]
    [InlineData("*")]
    public void Read_OneMarkInAColumnOfNumbers_IsMissingAndSaid(string mark)
    {
        var read = ReadRows.Of(
            $"time,u,i\n2026-01-31 00:00:00,1,1\n2026-01-31 00:00:01,{mark},2\n2026-01-31 00:00:02,3,{mark}\n");
        read.Columns[0].ShouldBe([1, double.NaN, 3]);
        read.Columns[1].ShouldBe([1, 2, double.NaN]);
        read.Facts["csv_missing_marks"].ShouldBe($"'{mark}'");
        read.Qualities[1].ShouldBe((uint)RecordQuality.Missing);
    }

    [Fact]
    public void Read_WordThatRepeats_IsAMarkAndOneThatDoesNotIsABadRow()
    {
        const string Text =
            "time,u,i\n2026-01-31 00:00:00,OL,1\n2026-01-31 00:00:01,OL,Lx\n2026-01-31 00:00:02,3,2\n2026-01-31 00:00:03,4,2\n";
        Should.Throw<InputException>(() => ReadRows.Of(Text)).Message.ShouldContain("line 3: 'Lx' in column 'i' is not a number");
        var read = ReadRows.Of(Text, "bad-rows=skip");
        read.Columns[0].ShouldBe([double.NaN, 3, 4]);
        read.Columns[1].ShouldBe([1, 2, 2]);
    }

    [Theory]
    [InlineData("u", 1)]
    [InlineData("u", 7)]
    [InlineData("u", 900)]
    [InlineData("u", 1100)]
    [InlineData("time", 1)]
    [InlineData("time", 2)]
    [InlineData("time", 1100)]
    [InlineData("clock", 1)]
    [InlineData("clock", 500)]
    [InlineData("unix", 1)]
    [InlineData("unix", 500)]
    public void Read_OneBadCell_IsABadRowWhereverItIs(string kind, int row)
    {
        string Line(int i)
        {
            var time = new DateTime(2026, 1, 31).AddSeconds(i);
            string written = i == row && kind != "u" ? "1x:7" : kind switch
            {
                "clock" => time.ToString("HH:mm:ss", System.Globalization.CultureInfo.InvariantCulture),
                "unix" => ((DateTimeOffset)DateTime.SpecifyKind(time, DateTimeKind.Utc)).ToUnixTimeSeconds()
                    .ToString(System.Globalization.CultureInfo.InvariantCulture),
                _ => time.ToString("yyyy-MM-dd HH:mm:ss", System.Globalization.CultureInfo.InvariantCulture),
            };
            return $"{(kind == "clock" ? "2026-01-31," : "")}{written},{(i == row && kind == "u" ? "4.x" : "1.234,5")}\n";
        }

        string text = $"{(kind == "clock" ? "date," : "")}time,u\n".Replace(',', ';')
            + string.Concat(Enumerable.Range(1, 1200)
            .Select(i => Line(i).Replace(",", ";", StringComparison.Ordinal)
            .Replace("234;5", "234,5", StringComparison.Ordinal)));

        Should.Throw<InputException>(() => ReadRows.Of(text)).Message.ShouldContain($"line {row + 1}: ");
        var read = ReadRows.Of(text, "bad-rows=skip");
        read.Columns.Length.ShouldBe(1);
        read.Columns[0].ShouldAllBe(value => value == 1234.5);
        read.Timestamps.Count.ShouldBe(1199);
        read.Facts["csv_bad_rows"].ShouldStartWith("1 skipped");
        read.Facts["csv_columns_left_out"].ShouldBeEmpty();
    }

    [Fact]
    public void Read_TextsInMoreThanAThirdOfTheRows_AreNoNumbers() =>
        ReadRows.Of("time,u,code\n2026-01-31 00:00:00,1,17\n2026-01-31 00:00:01,2,18\n2026-01-31 00:00:02,3,A1\n2026-01-31 "
            + "00:00:03,4,19\n2026-01-31 00:00:04,5,B2\n")
            .Facts["csv_columns_left_out"].ShouldBe("code (not numbers: 'A1')");

    [Fact]
    public void Read_ByteOrderMarkInTheMiddle_IsNoPartOfAName() =>
        ReadRows.Of("notes;x;y;z\n\uFEFFTime;\uFEFFu;n\n" + Rows).Schema.Values[0].Name.ShouldBe("u");

    [Theory]
    [InlineData("base-date=2026-01-31", "23:59:59.5", "00:00:00.5", "2026-01-31T23:59:59.5", "2026-02-01T00:00:00.5")]
    [InlineData("base-date=2026-01-31,time-zone=Europe/Paris", "23:59:59", "00:00:00", "2026-01-31T22:59:59",
        "2026-01-31T23:00:00")]
    [InlineData("base-date=2026-01-31T12:00:00,date=elapsed-s,time-columns=time", "0", "0.02", "2026-01-31T12:00:00",
        "2026-01-31T12:00:00.02")]
    [InlineData("base-date=2026-01-31,date=elapsed-ms", "0", "20.5", "2026-01-31T00:00:00", "2026-01-31T00:00:00.0205")]
    public void Read_TimesWithoutADay_CountFromTheBaseDate(string options, string first, string second, string firstUtc,
        string secondUtc)
    {
        var read = ReadRows.Of($"time,u\n{first},1\n{second},2\n", options);
        read.Time(0).ShouldBe(DateTime.Parse(firstUtc, System.Globalization.CultureInfo.InvariantCulture));
        read.Time(1).ShouldBe(DateTime.Parse(secondUtc, System.Globalization.CultureInfo.InvariantCulture));
    }

    /// <summary>Every row was refused, since only a point could stand before the fraction of a time.</summary>
    [Theory]
    [InlineData("elapsed-ms", 0.0005)]
    [InlineData("elapsed-s", 0.5)]
    [InlineData("elapsed-h", 1800d)]
    public void Read_ElapsedTimesWithADecimalComma_AreRead(string date, double seconds)
    {
        var read = ReadRows.Of("time;u\n0,5;1,5\n1,0;2,5\n", $"date={date},base-date=2026-01-31");
        (read.Time(0) - new DateTime(2026, 1, 31)).TotalSeconds.ShouldBe(seconds);
        (read.Time(1) - new DateTime(2026, 1, 31)).TotalSeconds.ShouldBe(2 * seconds);
    }

    /// <summary>A leap ahead of more than half a day put all later rows a day back.</summary>
    [Theory]
    [InlineData("00:00 05:30 18:30 23:30 00:00 05:30 18:30 23:30 00:00", "0 0 0 0 1 1 1 1 2")]
    [InlineData("12:00 23:30 00:30 01:00 14:00 23:30 00:30", "0 0 1 1 1 1 2")]
    [InlineData("23:59:58 00:00:00 23:59:59 00:00:01 00:00:02 12:00:00", "0 1 0 1 1 1")]
    [InlineData("00:00:01 23:59:59 00:00:00", "0 0 1")]
    public void Read_PausesInTimesWithoutADay_StayOnTheirDay(string times, string days)
    {
        var read = ReadRows.Of("time,u\n" + string.Concat(times.Split(' ').Select(time => $"{time},1\n")),
            "base-date=2026-01-31");
        var first = new DateTime(2026, 1, 31);
        Enumerable.Range(0, read.Timestamps.Count).Select(row => (read.Time(row).Date - first).Days)
            .ShouldBe(days.Split(' ').Select(day => int.Parse(day, System.Globalization.CultureInfo.InvariantCulture)));
    }

    /// <summary>The second record had been on the day of the first: only the row that is left out is before noon.</summary>
    [Fact]
    public void Read_MidnightBeforeASkippedRow_BeginsADay()
    {
        var read = ReadRows.Of("time,u\n20:00,1\n06:00,x\n20:00,2\n21:00,3\n",
            "base-date=2026-01-31,columns=u,bad-rows=skip");
        Enumerable.Range(0, 3).Select(read.Time).ShouldBe(
            [new(2026, 1, 31, 20, 0, 0), new(2026, 2, 1, 20, 0, 0), new(2026, 2, 1, 21, 0, 0)]);
    }

    [Theory]
    [InlineData("08:00 18:00 08:00 18:00 08:00", 2)]
    [InlineData("08:00 18:00 17:30 18:00", 0)]
    [InlineData("23:59 00:01 23:58 00:02", 0)]
    public void Read_FallsOfHoursInTimesWithoutADay_AreSaid(string times, int falls)
    {
        var read = ReadRows.Of("time,u\n" + string.Concat(times.Split(' ').Select(time => $"{time},1\n")),
            "base-date=2026-01-31");
        string words = $"fall {falls} times by 1 to 12 hours";
        InputNotes.Of(read.Facts).Where(note => note.Contains("by 1 to 12 hours", StringComparison.Ordinal))
            .Select(note => note.Contains(words, StringComparison.Ordinal)).ShouldBe(falls > 0 ? [true] : []);
    }

    /// <summary>The message had asked for the order of day and month.</summary>
    [Theory]
    [InlineData("time-columns=clock", "column 'clock' holds no dates but '12:00:00'")]
    [InlineData("time-columns=clock+day", "with time-columns=Date+Time")]
    [InlineData("time-columns=state", "column 'state' holds no dates but 'on'")]
    public void Read_NamedColumnWithoutDates_SaidWithTheRemedy(string options, string words)
    {
        const string Log = "clock,state,day,u\n12:00:00,on,2026-01-31,1.5\n12:00:01,on,2026-01-31,2.5\n";
        Should.Throw<InputException>(() => ReadRows.Of(Log, options)).Message.ShouldContain(words);
        ReadRows.Of(Log, "time-columns=day+clock").Time(0).ShouldBe(new DateTime(2026, 1, 31, 12, 0, 0));
    }

    [Fact]
    public void Read_SeveralFilesOfElapsedTimes_SaidOnce()
    {
        using var folder = new TempFolder();
        folder.Write("1.csv", "time,u\n0.5,1\n1.5,2\n");
        folder.Write("2.csv", "time,u\n0.5,3\n1.5,4\n");
        var report = InputInspector.Inspect(folder.Path, "date=elapsed-s,base-date=2026-01-31", default);
        InputNotes.Of(report.Facts).Where(note => note.Contains("base-date=", StringComparison.Ordinal))
            .ShouldBe(["1.csv: its times are elapsed ones, and those of each of the 2 files count from base-date="]);
    }

    [Fact]
    public void Read_SeveralFilesOfTimesWithoutADay_SaidOnce()
    {
        using var folder = new TempFolder();
        foreach (string name in new[] { "1.csv", "2.csv", "3.csv" })
        {
            folder.Write(name, "time,u\n12:00:00,1\n12:00:01,2\n");
        }

        var report = InputInspector.Inspect(folder.Path, "base-date=2026-01-31", default);
        InputNotes.Of(report.Facts).Where(note => note.Contains("base-date=", StringComparison.Ordinal))
            .ShouldBe(["1.csv: its times have no date, so each of the 3 files begins on the day of base-date="]);
        ReadRows.OfFile(Path.Combine(folder.Path, "1.csv"), "base-date=2026-01-31").Facts.Keys
            .ShouldNotContain("csv_oddity_base_date");
    }

    [Fact]
    public void Read_DayAndMonth_AreSettledByAnyFileOfTheSet()
    {
        using var folder = new TempFolder();
        folder.Write("a.csv", "time,u\n01/02/2026 00:00,1\n");
        folder.Write("b.csv", "time,u\n02/02/2026 00:00,2\n");
        Should.Throw<InputException>(() => InputInspector.Inspect(folder.Path, null, default)).Message
            .ShouldContain("no file beside it");
        folder.Write("c.csv", "time,u\n13/02/2026 00:00,3\n");
        var report = InputInspector.Inspect(folder.Path, null, default);
        report.EarliestUtc.ShouldBe(new DateTime(2026, 2, 1));
        report.Facts["csv_date"].ShouldBe("DayMonthYear (as c.csv shows)");
    }

    [Fact]
    public void Read_YearsOfTwoDigitsBesideAnIsoFile_AreNotSettledByIt()
    {
        using var folder = new TempFolder();
        folder.Write("a.csv", "time,u\n2026-02-01 00:00,1\n");
        folder.Write("b.csv", "time,u\n02.02.26 00:00,2\n");
        Should.Throw<InputException>(() => InputInspector.Inspect(folder.Path, null, default)).Message
            .ShouldContain("with years of two digits");
    }

    [Fact]
    public void Read_RowWithTooFewFields_NamesTheColumnAndTheOption()
    {
        string message = Should.Throw<InputException>(() =>
            ReadRows.Of("time,u,i\n2026-01-31 00:00:00,1,1\n2026-01-31 00:00:01,1\n2026-01-31 00:00:02,3,2\n")).Message;
        message.ShouldContain("line 3");
        message.ShouldContain("'i' is the first that is not there");
        message.ShouldContain("--on-bad-row skip");
    }

    [Fact]
    public void Read_HugeNames_MessagesStayShort()
    {
        string names = string.Join(',', Enumerable.Range(0, 400).Select(_ => new string('x', 2000)));
        Should.Throw<InputException>(
            () => ReadRows.Of(Encoding.ASCII.GetBytes($"{names}\n{string.Join(',', Enumerable.Repeat("y", 400))}\n")))
            .Message.Length.ShouldBeLessThan(2100);
    }
}
