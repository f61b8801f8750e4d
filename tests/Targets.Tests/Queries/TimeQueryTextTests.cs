using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Targets.Queries;
using Microsoft.Data.Sqlite;

namespace DbIngest.Targets.Tests.Queries;

public sealed class TimeQueryTextTests
{
    private const long Hour = TimeQuery.HourMicroseconds;

    /// <summary>SQL rounds quotients of whole numbers towards zero: the hour before 1970 would fall into that after it.</summary>
    [Theory]
    [InlineData(TimeQueryKind.HourlyMaximum)]
    [InlineData(TimeQueryKind.HourlyMean)]
    public void Of_TimesBefore1970_FallIntoTheirHours(TimeQueryKind kind)
    {
        using var connection = new SqliteConnection("Data Source=:memory:");
        connection.Open();
        using var make = connection.CreateCommand();
        make.CommandText = "CREATE TABLE records (source INTEGER, \"timestamp\" INTEGER, v REAL); INSERT INTO records VALUES "
            + string.Join(", ", ((long[])[-Hour - 1, -Hour, -1, 0, Hour - 1]).Select(time => $"(0, {time}, 1.0)"));
        make.ExecuteNonQuery();
        var text = new TimeQueryText("records", new RecordSchema([new("v", "V")]));

        using var ask = connection.CreateCommand();
        ask.CommandText = text.Of(new TimeQuery(kind, Source: 0, Sources: 1, Value: 0, From: -2 * Hour, Until: Hour));
        var found = new List<string>();
        using (var rows = ask.ExecuteReader())
        {
            while (rows.Read())
            {
                found.Add($"{rows.GetInt64(2)} from {rows.GetInt64(1)}");
            }
        }

        found.ShouldBe([$"1 from {-2 * Hour}", $"2 from {-Hour}", "2 from 0"], ignoreOrder: true);
    }

    /// <summary>The statement that published figures were measured with stays.</summary>
    [Fact]
    public void Of_TimesSince1970_DividesThemAlone() =>
        new TimeQueryText("records", new RecordSchema([new("v", "V")]))
            .Of(new TimeQuery(TimeQueryKind.HourlyMaximum, Source: 0, Sources: 1, Value: 0, From: 0, Until: Hour))
            .ShouldEndWith(" GROUP BY source, \"timestamp\" / 3600000000");
}
