using DbIngest.Abstractions.Records;
using DbIngest.Sources.Input;
using Microsoft.Data.Sqlite;

namespace DbIngest.Sources.Tests.DeviceDatabase;

/// <summary>Which columns of a device's table are its time, and what becomes of columns whose first values say little.</summary>
public sealed class DeviceTimeTests
{
    private static readonly DateTime Expected = new(2026, 1, 31, 13, 45, 7, DateTimeKind.Utc);

    [Theory]
    [InlineData("date TEXT, time TEXT", "'2026-01-31', '13:45:07'", "")]
    [InlineData("time TEXT, date TEXT", "'13:45:07', '2026-01-31'", "")]
    [InlineData("Datum TEXT, Uhrzeit TEXT", "'31.01.2026', '13:45:07'", "")]
    [InlineData("day TEXT, clock TEXT", "'1/31/2026', '1:45:07 PM'", "")]
    [InlineData("date INTEGER, time TEXT", "20260131, '13:45:07'", "")]
    [InlineData("date INTEGER, time INTEGER", "20260131, 134507", "")]
    [InlineData("time INTEGER, date TEXT", "134507, '2026-01-31'", "")]
    [InlineData("date TEXT, time INTEGER", "'2026-01-31', 49507", "clock-unit=s")]
    [InlineData("date INTEGER, time TEXT", "1769817600, '13:45:07'", "")]
    [InlineData("a TEXT, b TEXT", "'2026-01-31', '13:45:07'", "time-column=a+b")]
    [InlineData("date TEXT, time TEXT", "'2026-01-31', '14:45:07+01:00'", "")]
    [InlineData("date TEXT, time TEXT", "'2026-01-31', '14:45:07'", "time-zone=Europe/Paris")]
    [InlineData("date TEXT, time INTEGER", "'2026-01-31', 1769867107", "")]
    public void Read_DateAndTimeInTwoColumns_TimeOfDayIsKept(string columns, string values, string options)
    {
        using var folder = new TempFolder();
        string path = Create(folder, $"CREATE TABLE log (id INTEGER PRIMARY KEY, {columns}, u REAL)",
            $"INSERT INTO log VALUES (1, {values}, 230.5)");

        var read = ReadRows.OfFile(path, options);

        read.Time(0).ShouldBe(Expected);
        read.Schema.Values.Select(v => v.Name).ShouldBe(["u"]);
    }

    /// <summary>Every record had been of midnight.</summary>
    [Theory]
    [InlineData("2026-01-31 00:00:00", "time", "2026-01-31T13:45:07")]
    [InlineData("2026-01-31T00:00:00Z", "time", "2026-01-31T13:45:07")]
    [InlineData("2026-01-31 00:00:00", "peak", "2026-01-31T00:00:00")]
    public void Read_DatesWithMidnightInEveryRow_HaveTheTimeOfTheirColumn(string date, string column, string time)
    {
        using var folder = new TempFolder();
        string path = Create(folder, $"CREATE TABLE log (date TEXT, {column} TEXT, u REAL)",
            $"INSERT INTO log VALUES ('{date}', '13:45:07', 1), ('{date}', '13:45:08', 2)");
        ReadRows.OfFile(path).Time(0).ShouldBe(DateTime.Parse(time, System.Globalization.CultureInfo.InvariantCulture));
    }

    [Theory]
    [InlineData("t INTEGER, volts REAL, amps REAL", "t", "volts,amps")]
    [InlineData("volts REAL, t INTEGER, watts REAL", "t", "volts,watts")]
    [InlineData("counts INTEGER, TestTime REAL, limits REAL", "TestTime", "counts,limits")]
    [InlineData("t_ms INTEGER, T REAL, u REAL", "t_ms", "t,u")]
    [InlineData("time REAL, update_count REAL, boots REAL", "time", "update_count,boots")]
    public void Read_NumbersThatAreNoDates_TheOneGoingForwardWithATimesName(string columns, string time, string values)
    {
        using var folder = new TempFolder();
        string[] names = [.. columns.Split(", ").Select(column => column.Split(' ')[0])];
        string rows = string.Join(", ", Enumerable.Range(0, 100)
            .Select(i => $"({string.Join(", ", names.Select((name, c) => name == time ? i * 10 : 230 + (i * (7 + c) % 11)))})"));
        string path = Create(folder, $"CREATE TABLE log ({columns})", $"INSERT INTO log VALUES {rows}");

        var read = ReadRows.OfFile(path);

        read.Facts["sqlite_time_column"].ShouldBe(time);
        read.Schema.Values.Select(v => v.Name).ShouldBe(values.Split(','));
        read.Timestamps.ShouldBe(Enumerable.Range(0, 100).Select(i => i * 10_000_000L));
        InputNotes.Of(read.Facts)
            .ShouldContain(note =>
            note.StartsWith($"the numbers in column '{time}' are no dates from 1990 to 2100", StringComparison.Ordinal));
    }

    /// <summary>
    /// Seconds of 20 to 62 days were taken for Julian days. Those of 1990 and 2100 are 2,447,892.5 and 2,488,069.5 (US Naval
    /// Observatory, Julian Date Converter), and 2,461,071.5 is 2026-01-31.
    /// </summary>
    [Theory]
    [InlineData("1800000.5", 1_800_000_500_000)]
    [InlineData("5300000.25", 5_300_000_250_000)]
    [InlineData("2447892.25", 2_447_892_250_000)]
    [InlineData("2461071.75", 1_769_839_200_000_000)]
    public void Read_RealsAroundJulianDays_DaysFrom1990To2100Alone(string time, long micros)
    {
        using var folder = new TempFolder();
        string path = Create(folder, "CREATE TABLE log (time REAL, u REAL)", $"INSERT INTO log VALUES ({time}, 1)");
        ReadRows.OfFile(path).Timestamps.ShouldBe([micros]);
    }

    [Fact]
    public void Read_SecondsThatPassThroughJulianDays_StaySeconds()
    {
        using var folder = new TempFolder();
        string path = Create(folder, "CREATE TABLE log (time REAL, u REAL)",
            "INSERT INTO log VALUES (2447891.5, 1), (2447892.5, 2), (2447893.5, 3)");
        ReadRows.OfFile(path).Timestamps.ShouldBe([2_447_891_500_000, 2_447_892_500_000, 2_447_893_500_000]);
    }

    [Theory]
    [InlineData("volts REAL, amps REAL", "1, 2), (2, 3), (3, 4", "no table has a column of times")]
    [InlineData("time REAL, u REAL", "5, 2), (3, 3), (9, 4), (1, 5", "no table has a column of times")]
    [InlineData("time INTEGER, ts INTEGER, u REAL", "1, 10, 2), (2, 20, 3), (3, 30, 4",
        "could be its time: time, ts; name one with the input option time-column=time")]
    [InlineData("time TEXT, utc TEXT, u REAL",
        "'2026-01-31 13:45:07', '2026-01-31 12:45:07', 1), ('2026-01-31 13:45:08', '2026-01-31 12:45:08', 1",
        "could be its time: time, utc;")]
    [InlineData("a TEXT, b TEXT, u REAL",
        "'2026-01-31 13:45:07', '2026-01-31 12:45:07', 1), ('2026-01-31 13:45:08', '2026-01-31 12:45:08', 1",
        "could be its time: a, b;")]
    [InlineData("Datum TEXT, date TEXT, time TEXT, u REAL", "'2026-01-31', '2026-01-31', '13:45:07', 1",
        "could be its time: Datum+time, date+time;")]
    public void Read_NoObviousTimeOrTwo_Refused(string columns, string values, string message)
    {
        using var folder = new TempFolder();
        string path = Create(folder, $"CREATE TABLE log ({columns})", $"INSERT INTO log VALUES ({values})");
        Should.Throw<InputException>(() => ReadRows.OfFile(path)).Message.ShouldContain(message);
        string first = columns.Split(' ')[0];
        if (first is not ("volts" or "Datum"))
        {
            ReadRows.OfFile(path, $"time-column={first},columns=u").Facts["sqlite_time_column"].ShouldBe(first);
        }
    }

    [Fact]
    public void Read_OnlyTheDateIsNamed_TheDaysAlone()
    {
        using var folder = new TempFolder();
        string path = Create(folder, "CREATE TABLE log (date TEXT, time TEXT, u REAL)",
            "INSERT INTO log VALUES ('2026-01-31', '13:45:07', 230.5)");
        ReadRows.OfFile(path, "time-column=date").Time(0).ShouldBe(Expected.Date);
    }

    [Fact]
    public void Read_NumbersThatAreDigitsOrSeconds_Refused()
    {
        using var folder = new TempFolder();
        string path = Create(folder, "CREATE TABLE log (date TEXT, time INTEGER, u REAL)",
            "INSERT INTO log VALUES ('2026-01-31', 1230, 1)");
        Should.Throw<InputException>(() => ReadRows.OfFile(path)).Message.ShouldContain("clock-unit=");
        ReadRows.OfFile(path, "clock-unit=hhmmss").Time(0).TimeOfDay.ShouldBe(new TimeSpan(0, 12, 30));
        ReadRows.OfFile(path, "clock-unit=s").Time(0).TimeOfDay.ShouldBe(new TimeSpan(0, 20, 30));
    }

    [Fact]
    public void Read_OrderOfTheDateShownByALateRow_IsFound()
    {
        using var folder = new TempFolder();
        string rows = string.Join(", ", Enumerable.Range(0, 300).Select(i => $"('0{1 + (i / 100)}/02/2026', '12:00:00', {i})"));
        string path = Create(folder, "CREATE TABLE log (date TEXT, time TEXT, u REAL)", $"INSERT INTO log VALUES {rows}");
        Should.Throw<InputException>(() => ReadRows.OfFile(path)).Message.ShouldContain("date=dmy");
        Add(path, "INSERT INTO log VALUES ('13/02/2026', '12:00:00', 1)");
        ReadRows.OfFile(path).Time(299).ShouldBe(new DateTime(2026, 2, 3, 12, 0, 0));
    }

    [Theory]
    [InlineData("time TEXT", "'2026-1-10 12:00'", "'2026-1-9 12:00'", false)]
    [InlineData("time TEXT", "'2026-01-31 10:05'", "'2026-01-31 9:05'", false)]
    [InlineData("time TEXT", "'2026-01-31 01:05 PM'", "'2026-01-31 02:05 AM'", false)]
    [InlineData("date TEXT, time TEXT", "'2026-01-31', '10:05'", "'2026-01-31', '9:05'", false)]
    [InlineData("date INTEGER, time TEXT", "20260131, '10:05'", "20260131, '9:05'", false)]
    [InlineData("time TEXT", "'2026-01-31 10:05'", "'2026-01-31 09:05'", true)]
    [InlineData("time TEXT", "'2026-01-31T10:05:00.5Z'", "'2026-01-31T10:05:00.25Z'", true)]
    [InlineData("time TEXT", "'20260131100500'", "'20260131090500'", true)]
    [InlineData("date TEXT, time TEXT", "'2026-01-31', '10:05'", "'2026-01-31', '09:05'", true)]
    public void Read_TextsSortedByTime_OnlyWhereTextsSortAsTimes(string columns, string late, string early, bool sorts)
    {
        using var folder = new TempFolder();
        string path = Create(folder, $"CREATE TABLE log ({columns}, u REAL)",
            $"INSERT INTO log VALUES ({late}, 2), ({early}, 1)");
        if (sorts)
        {
            ReadRows.OfFile(path, "sort=time").Columns[0].ShouldBe([1, 2]);
            return;
        }

        ReadRows.OfFile(path).Columns[0].ShouldBe([2, 1]);
        Should.Throw<InputException>(() => ReadRows.OfFile(path, "sort=time")).Message.ShouldContain("sort=");
    }

    /// <summary>31.01.26 had been read as 26 January 2031.</summary>
    [Theory]
    [InlineData("31.01.26 13:45:07", "date=dmy")]
    [InlineData("01/31/26 13:45:07", "date=mdy")]
    [InlineData("26-01-31 13:45:07", "date=ymd")]
    public void Read_YearOfTwoDigits_OrderMustBeSaid(string time, string order)
    {
        using var folder = new TempFolder();
        string path = Create(folder, "CREATE TABLE log (time TEXT, u REAL)", $"INSERT INTO log VALUES ('{time}', 1)");
        if (order != "date=mdy")
        {
            Should.Throw<InputException>(() => ReadRows.OfFile(path)).Message.ShouldContain(order);
        }

        ReadRows.OfFile(path, order).Time(0).ShouldBe(Expected);
    }

    [Fact]
    public void Read_YearOfTwoDigitsAndNameOfTheMonth_IsRead()
    {
        using var folder = new TempFolder();
        string path = Create(folder, "CREATE TABLE log (time TEXT, u REAL)", "INSERT INTO log VALUES ('31-Jan-26 13:45:07', 1)");
        ReadRows.OfFile(path).Time(0).ShouldBe(Expected);
    }

    [Theory]
    [InlineData("REAL")]
    [InlineData("")]
    public void Read_ColumnNullInTheFirstRows_IsRead(string type)
    {
        using var folder = new TempFolder();
        string rows = string.Join(", ", Enumerable.Range(0, 900)
            .Select(i => $"({1767268800 + i}, 1.5, {(i < 600 ? "NULL" : "2.5")}, NULL)"));
        string path = Create(folder, $"CREATE TABLE log (time INTEGER, u REAL, i {type}, never REAL)",
            $"INSERT INTO log VALUES {rows}");

        var read = ReadRows.OfFile(path);

        read.Schema.Values.Select(v => v.Name).ShouldBe(["u", "i"]);
        read.Columns[1].Count(double.IsNaN).ShouldBe(600);
        read.Columns[1][899].ShouldBe(2.5);
        read.Qualities[0].ShouldBe((uint)RecordQuality.Missing);
        read.Facts["sqlite_columns_left_out"].ShouldBe("never (null in every row)");
    }

    [Fact]
    public void Read_MarksBetweenNumbers_AreMissingAndSaid()
    {
        using var folder = new TempFolder();
        string path = Create(
            folder, "CREATE TABLE log (time INTEGER, u REAL, note TEXT)",
                "INSERT INTO log VALUES (1, 1, 'a'), (2, '--', 'b'), (3, 2, 'c'), (4, '', 'd')");

        var read = ReadRows.OfFile(path);

        read.Columns[0].ShouldBe([1, double.NaN, 2, double.NaN]);
        read.Facts["sqlite_missing_marks"].ShouldBe("'--'");
        read.Facts["sqlite_columns_left_out"].ShouldBe("note (texts)");
    }

    private static string Create(TempFolder folder, params string[] statements)
    {
        string path = Path.Combine(folder.Path, "device.db");
        Add(path, statements);
        return path;
    }

    private static void Add(string path, params string[] statements)
    {
        using var connection = new SqliteConnection($"Data Source={path};Pooling=False");
        connection.Open();
        foreach (string statement in statements)
        {
            using var command = connection.CreateCommand();
            command.CommandText = statement;
            command.ExecuteNonQuery();
        }
    }
}
