using DbIngest.Sources.Input;

namespace DbIngest.Sources.Tests.Csv;

/// <summary>
/// Tables as utilities' portals and inverters write them: hours by number, ranges, names of months, headers of several rows.
/// </summary>
public sealed class PortalTextTests
{
    [Theory]
    [InlineData("CUPS;Fecha;Hora;AE_kWh;REAL/ESTIMADO", "31/01/2024", 1, "")]
    [InlineData("CUPS;Fecha;Hora;AE_kWh;REAL/ESTIMADO", "2024/01/31", 1, "")]
    [InlineData("cups;date;hour_ending;kWh;method", "20240131", 1, "")]
    [InlineData("cups;date;Hour;kWh;method", "31-Jan-2024", 0, "")]
    [InlineData("cups;day;n;kWh;method", "2024-01-31", 1, "time-columns=day+n")]
    [InlineData("cups;day;periodo;kWh;method", "2024-01-31", 1, "")]
    [InlineData("cups;day;interval;kWh;method", "2024-01-31", 0, "")]
    public void Read_HoursByNumberBesideADate_AreTimes(string header, string day, int first, string options)
    {
        var days = new[] { day, day.Replace("31", "30", StringComparison.Ordinal) };
        string text = header + "\n"
            + string.Concat(days.SelectMany(d => Enumerable.Range(first, 24).Select(hour => $"ES0021;{d};{hour};0,5;R\n")));

        var read = ReadRows.Of(text, options);

        read.Columns.Length.ShouldBe(1);
        read.Timestamps.Count.ShouldBe(48);
        read.Time(0).ShouldBe(new DateTime(2024, 1, 31));
        read.Time(23).ShouldBe(new DateTime(2024, 1, 31, 23, 0, 0));
        read.Time(25).ShouldBe(new DateTime(2024, 1, 30, 1, 0, 0));
        read.Facts["csv_time_columns"].ShouldEndWith($"(hours of the day, the first is {first})");
    }

    [Theory]
    [InlineData("2024-03-31", 23)]
    [InlineData("2024-10-27", 25)]
    public void Read_HoursFromOneOnDaysWhenClocksChange_GoThroughTheDay(string day, int hours)
    {
        string text = "date;hour;kWh\n" + string.Concat(Enumerable.Range(1, 24).Select(hour => $"2024-03-30;{hour};0,5\n"))
            + string.Concat(Enumerable.Range(1, hours).Select(hour => $"{day};{hour};0,5\n"));
        var read = ReadRows.Of(text, "time-zone=Europe/Madrid");
        var first = DateTime.Parse(day, System.Globalization.CultureInfo.InvariantCulture).AddHours(hours == 23 ? -1 : -2);
        read.Timestamps.Skip(24).Select(micros => DateTime.UnixEpoch.AddMicroseconds(micros))
            .ShouldBe(Enumerable.Range(0, hours).Select(hour => first.AddHours(hour)));
    }

    [Theory]
    [InlineData("00:00-01:00", "01:00-02:00")]
    [InlineData("00:00 - 01:00", "01:00 - 02:00")]
    [InlineData("00:00:00 to 01:00:00", "01:00:00 to 02:00:00")]
    public void Read_RangesOfTimesOfDay_TheStartCounts(string first, string second)
    {
        var read = ReadRows.Of($"day;clock;kWh\n31.01.2024;{first};0,5\n31.01.2024;{second};0,5\n", "time-zone=+01:00");
        read.Timestamps.Select(micros => DateTime.UnixEpoch.AddMicroseconds(micros))
            .ShouldBe([new DateTime(2024, 1, 30, 23, 0, 0), new DateTime(2024, 1, 31)]);
    }

    [Fact]
    public void Read_OffsetInAColumnOfTimes_StaysAnOffset() =>
        ReadRows.Of("day;clock;kWh\n31.01.2024;14:45:07-05:00;0,5\n31.01.2024;14:46:07-05:00;0,5\n").Time(0)
            .ShouldBe(new DateTime(2024, 1, 31, 19, 45, 7));

    [Theory]
    [InlineData(48, true)]
    [InlineData(1, false)]
    public void Read_ManyRowsADayWithoutATimeOfDay_Said(int rows, bool isSaid)
    {
        string text = "day;phase;kWh\n"
            + string.Concat(Enumerable.Range(1, 9)
            .SelectMany(day => Enumerable.Range(1, rows).Select(i => $"2024-01-0{day};{(i * 7) % 50};0,5\n")));
        InputNotes.Of(ReadRows.Of(text).Facts)
            .Any(note => note.StartsWith("many rows have the same day", StringComparison.Ordinal)).ShouldBe(isSaid);
    }

    [Theory]
    [InlineData("phase", "", "phase,kwh")]
    [InlineData("hour", "columns=hour+kWh", "hour,kwh")]
    [InlineData("hour", "pivot=hour", "value_1,value_2,value_3")]
    [InlineData("hour", "pivot=#2", "value_1,value_2,value_3")]
    public void Read_NumbersCountedAnewEachDayThatAreNoHours_StayWhatTheyAre(string name, string options, string values)
    {
        string text = $"day,{name},kWh\n"
            + string.Concat(Enumerable.Range(1, 9)
            .SelectMany(day => Enumerable.Range(1, 3).Select(i => $"2024-01-0{day},{i},0.5\n")));
        var read = ReadRows.Of(text, options);
        read.Schema.Values.Select(value => value.Name).ShouldBe(values.Split(','));
        read.Facts["csv_time_columns"].ShouldBe("day");
    }

    [Fact]
    public void Read_HoursThatCouldCountFromZeroOrOne_Refused()
    {
        const string Text = "date;hour;kWh\n2024-01-31;5;0,5\n2024-01-31;6;0,5\n";
        Should.Throw<InputException>(() => ReadRows.Of(Text)).Message.ShouldContain("hours=0-23 or hours=1-24");
        ReadRows.Of(Text, "hours=0-23").Time(0).TimeOfDay.ShouldBe(new TimeSpan(5, 0, 0));
        ReadRows.Of(Text, "hours=1-24").Time(0).TimeOfDay.ShouldBe(new TimeSpan(4, 0, 0));
        Should.Throw<InputException>(() => ReadRows.Of("time;u\n2024-01-31 00:00;5\n", "hours=1-24")).Message
            .ShouldContain("time-columns=Date+Hour");
        Should.Throw<InputException>(
            () => ReadRows.Of(Text + "2024-01-31;26;0,5\n2024-01-31;7;0,5\n", "hours=1-24,time-columns=date+hour")).Message
            .ShouldContain("line 4");
    }

    [Theory]
    [InlineData("13-Mar-2024 00:00", "13-Mar-2024 01:00", "")]
    [InlineData("\"Mar 13, 2024 12:00 AM\"", "\"Mar 13, 2024 1:00 AM\"", "")]
    [InlineData("20240313000000", "20240313010000", "")]
    [InlineData("20240313T000000Z", "20240313T010000Z", "")]
    [InlineData("2024-03-13 00:00:00 UTC", "2024-03-13 01:00:00 UTC", "time-zone=Europe/Paris")]
    [InlineData("00:00:00 13/03/2024", "01:00:00 13/03/2024", "")]
    [InlineData("2024-03-13 00:00:00\u00a0to\u00a02024-03-13 01:00:00", "2024-03-13 01:00:00\u00a0to\u00a02024-03-13 02:00:00",
        "")]
    [InlineData("0", "1", "date=elapsed-h,base-date=2024-03-13")]
    [InlineData("-60", "0", "date=elapsed-min,base-date=2024-03-13T01:00:00")]
    public void Read_TimesAsPortalsWriteThem_AreFound(string first, string second, string options)
    {
        var read = ReadRows.Of($"time,kWh\n{first},0.5\n{second},0.7\n", options);
        read.Time(0).ShouldBe(new DateTime(2024, 3, 13));
        read.Time(1).ShouldBe(new DateTime(2024, 3, 13, 1, 0, 0));
        read.Columns.Single().ShouldBe([0.5, 0.7]);
    }

    /// <summary>Every record had been of midnight.</summary>
    [Theory]
    [InlineData("2024-01-31 00:00:00")]
    [InlineData("1/31/2024 12:00:00 AM")]
    [InlineData("31-Jan-2024 00:00")]
    public void Read_DatesWithMidnightInEveryRow_HaveTheTimeOfTheirColumn(string date)
    {
        var read = ReadRows.Of("Date,Time,kWh\n"
            + string.Concat(Enumerable.Range(0, 4).Select(i => $"{date},00:{i * 15:00},0.{i}5\n")));
        Enumerable.Range(0, 4).Select(read.Time)
            .ShouldBe(Enumerable.Range(0, 4).Select(i => new DateTime(2024, 1, 31, 0, i * 15, 0)));
        read.Facts["csv_time_columns"].ShouldBe("Date + Time");
    }

    [Fact]
    public void Read_DatesWithMidnightInEveryRow_HaveTheHourOfTheirColumn() =>
        ReadRows.Of("Date,Hour,kWh\n"
            + string.Concat(Enumerable.Range(1, 24).Select(hour => $"1/31/2024 12:00:00 AM,{hour},0.5\n")))
            .Time(23).ShouldBe(new DateTime(2024, 1, 31, 23, 0, 0));

    /// <summary>The time of the peak of a day is not that of the row.</summary>
    [Fact]
    public void Read_DaysOfSeveralMetersBesideTimesInAnyOrder_StayMidnight() =>
        ReadRows.Of("day,meter,kWh,peak\n" + string.Concat(new[] { "18:15", "07:30", "19:00", "06:45", "20:00" }
            .Select((peak, i) => $"2024-01-31 00:00:00,m{i},0.5,{peak}\n")))
            .Time(4).ShouldBe(new DateTime(2024, 1, 31));

    /// <summary>Every record had had the start of the query for its time, and the name <c>false</c>.</summary>
    [Fact]
    public void Read_AnnotatedTextOfInfluxDb_HasItsNamesAndTimes()
    {
        const string query = "2024-01-31T00:00:00Z,2024-01-31T01:00:00Z";
        var read = ReadRows.Of("#group,false,false,true,true,false,false,true,true\n"
            + "#datatype,string,long,dateTime:RFC3339,dateTime:RFC3339,dateTime:RFC3339,double,string,string\n"
            + "#default,_result,,,,,,,\n,result,table,_start,_stop,_time,_value,_field,_measurement\n"
            + string.Concat(Enumerable.Range(1, 3).Select(i => $",,0,{query},2024-01-31T00:{i}0:00Z,23{i}.5,u,meter\n")));
        read.Schema.Values.Select(value => value.Name).ShouldBe(["table", "value"]);
        read.Columns[1].ShouldBe([231.5, 232.5, 233.5]);
        Enumerable.Range(0, 3).Select(read.Time)
            .ShouldBe(Enumerable.Range(1, 3).Select(i => new DateTime(2024, 1, 31, 0, 10 * i, 0)));
    }

    /// <summary>Such files were refused: no column of theirs had held dates.</summary>
    [Theory]
    [InlineData("time;u;i\n", ";")]
    [InlineData("time;u;i;\n", "")]
    [InlineData("time;u;i;\n", ";")]
    public void Read_DelimiterAtTheEndOfHeaderOrRows_BeginsNoColumn(string header, string end)
    {
        var read = ReadRows.Of(header
            + string.Concat(Enumerable.Range(0, 3).Select(i => $"2024-01-31 10:00:0{i};{i},5;2{end}\n")));
        read.Schema.Values.Select(value => value.Name).ShouldBe(["u", "i"]);
        read.Columns[0].ShouldBe([0.5, 1.5, 2.5]);
    }

    /// <summary>The line had been the header of a table of two columns, and the names its units.</summary>
    [Theory]
    [InlineData("time;kWh\n", "kwh")]
    [InlineData("", "column_2")]
    public void Read_LineThatNamesTheDelimiter_IsNoHeader(string header, string name)
    {
        var read = ReadRows.Of($"sep=;\n{header}2024-01-31 10:00;1,5\n2024-01-31 10:15;2,5\n");
        read.Schema.Values.Select(value => (value.Name, value.Unit)).ShouldBe([(name, "")]);
        read.Columns[0].ShouldBe([1.5, 2.5]);
    }

    [Fact]
    public void Read_ElapsedHoursOfThirds_AreToTheMicrosecond() =>
        ReadRows.Of("time,u\n0.333333333333,1\n0.666666666667,2\n", "date=elapsed-h,base-date=2024-03-13").Time(1)
            .ShouldBe(new DateTime(2024, 3, 13, 0, 40, 0));

    [Theory]
    [InlineData("dot", '.')]
    [InlineData("comma", ',')]
    public void Read_RowsOfSerialNumbersAboveTheHeader_AreLeftOut(string mark, char point)
    {
        string text = $"sep=;\nVersion CSV1|Tool SBFspot|Linebreaks CR/LF|Delimiter semicolon|Decimalpoint {mark}|Precision 3\n\n"
            + ";SN: 2000123456;SN: 2000123456\n;STP 10000TL-10;STP 10000TL-10\n;2000123456;2000123456\n;Total "
            + "yield;Power\n;Counter;Analog\ndd.MM.yyyy HH:mm:ss;kWh;kW\n"
            + string.Concat(Enumerable.Range(0, 30).Select(i => $"31.01.2024 10:{i:00}:00;{1234 + i}{point}5;{i}{point}25\n"));

        var read = ReadRows.Of(text);

        read.Schema.Values.Select(value => (value.Name, value.Unit)).ShouldBe([("total_yield", "kWh"), ("power", "kW")]);
        read.Timestamps.Count.ShouldBe(30);
        read.Time(29).ShouldBe(new DateTime(2024, 1, 31, 10, 29, 0));
        read.Columns[1][29].ShouldBe(29.25);
        read.Facts["csv_preamble_left_out"].ShouldNotBeEmpty();
    }

    [Fact]
    public void Read_RowOfUnitsInBracketsBelowNamesWithBrackets_IsTheUnits()
    {
        var read = ReadRows.Of(
            "Date and time,Energy | Symo 10.0-3-M (1),Current (A)\n[dd.MM.yyyy HH:mm],[Wh],[A]\n31.01.2024 "
            + "10:00,12.5,1.5\n31.01.2024 10:05,13.5,2.5\n");
        read.Schema.Values.Select(value => (value.Name, value.Unit))
            .ShouldBe([("energy_symo_10_0_3_m_1", "Wh"), ("current_a", "A")]);
        read.Timestamps.Count.ShouldBe(2);
    }

    [Fact]
    public void Read_BracketsBehindAUnitOrOfPhases_AreNoUnits() =>
        ReadRows.Of("time,Energy Wh (A),kW (Max),Current (A),Phase A (V),Voltage (A),Voltage (B)\n2024-01-31 "
            + "10:00,1,2,3,4,5,6\n2024-01-31 10:05,1,2,3,4,5,6\n")
            .Schema.Values.Select(value => $"{value.Name} {value.Unit}")
                .ShouldBe(["energy_wh_a Wh", "kw_max kW", "current A", "phase_a V", "voltage_a ", "voltage_b "]);
}
