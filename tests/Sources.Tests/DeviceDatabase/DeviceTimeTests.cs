using DbIngest.Core.Records;
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
        string path = Create(folder, $"CREATE TABLE log (id INTEGER PRIMARY KEY, {columns}, u REAL)", $"INSERT INTO log VALUES (1, {values}, 230.5)");

        var read = ReadRows.OfFile(path, options);

        read.Time(0).ShouldBe(Expected);
        read.Schema.Values.Select(v => v.Name).ShouldBe(["u"]);
    }

    [Fact]
    public void Read_OnlyTheDateIsNamed_TheDaysAlone()
    {
        using var folder = new TempFolder();
        string path = Create(folder, "CREATE TABLE log (date TEXT, time TEXT, u REAL)", "INSERT INTO log VALUES ('2026-01-31', '13:45:07', 230.5)");
        ReadRows.OfFile(path, "time-column=date").Time(0).ShouldBe(Expected.Date);
    }

    [Fact]
    public void Read_NumbersThatAreDigitsOrSeconds_Refused()
    {
        using var folder = new TempFolder();
        string path = Create(folder, "CREATE TABLE log (date TEXT, time INTEGER, u REAL)", "INSERT INTO log VALUES ('2026-01-31', 1230, 1)");
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
    [InlineData("REAL")]
    [InlineData("")]
    public void Read_ColumnNullInTheFirstRows_IsRead(string type)
    {
        using var folder = new TempFolder();
        string rows = string.Join(", ", Enumerable.Range(0, 900).Select(i => $"({1767268800 + i}, 1.5, {(i < 600 ? "NULL" : "2.5")}, NULL)"));
        string path = Create(folder, $"CREATE TABLE log (time INTEGER, u REAL, i {type}, never REAL)", $"INSERT INTO log VALUES {rows}");

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
            folder, "CREATE TABLE log (time INTEGER, u REAL, note TEXT)", "INSERT INTO log VALUES (1, 1, 'a'), (2, '--', 'b'), (3, 2, 'c'), (4, '', 'd')");

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
