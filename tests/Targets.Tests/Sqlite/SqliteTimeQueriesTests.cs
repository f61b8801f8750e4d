using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Sqlite;

namespace DbIngest.Targets.Tests.Sqlite;

/// <summary>Questions about time ranges to a database that divides whole numbers towards zero.</summary>
public sealed class SqliteTimeQueriesTests : IDisposable
{
    private const long Hour = TimeQuery.HourMicroseconds;

    private readonly string _folder = Directory.CreateTempSubdirectory("dbingest-sqlite-queries-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [InlineData(TimeQueryKind.HourlyMaximum)]
    [InlineData(TimeQueryKind.HourlyMean)]
    public void Ask_TimesAround1970_CountInTheHourThatBeganBefore(TimeQueryKind kind)
    {
        long[] times = [-2 * Hour, -Hour - 1, -Hour, -1, 0, Hour - 1];
        var schema = new RecordSchema([new("a", "V")]);
        using var target = new SqliteDefinition().Open(new TargetOptions { WorkFolder = _folder });
        target.Prepare(new TrialTable(schema, 1, times.Length));
        var batch = new RecordBatch(schema, times.Length);
        batch.Reset(0, 0, times.Length);
        for (int row = 0; row < times.Length; row++)
        {
            batch.Timestamps[row] = times[row];
            batch.Column(0)[row] = 5;
        }

        using (var writer = target.OpenWriter(0))
        {
            writer.Write(batch);
        }

        using var queries = target.OpenQueries().ShouldNotBeNull();
        var rows = new List<TimeQueryRow>();
        queries.Ask(new(kind, 0, 1, 0, times[0], Hour), rows);

        rows.Sort((x, y) => x.Time.CompareTo(y.Time));
        rows.ShouldBe([new(0, -2 * Hour, 2, 5), new(0, -Hour, 2, 5), new(0, 0, 2, 5)]);
    }
}
