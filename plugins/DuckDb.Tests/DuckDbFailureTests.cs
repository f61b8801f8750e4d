using System.Runtime.InteropServices;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DuckDB.NET.Data;
using Xunit;

namespace DuckDb.Tests;

/// <summary>
/// Tests of DuckDB that the conformance suite cannot know: a killed process, a table that is gone, recovery after a failed
/// write, a file of the user, and wrong endpoints.
/// </summary>
public sealed class DuckDbFailureTests : IDisposable
{
    private const int BatchRecords = 1_000;

    private readonly string _folder = Directory.CreateTempSubdirectory("duckdb-test-").FullName;
    private readonly TrialTable _table = new(RecordSchema.ThreePhaseMeter, Sources: 1, RecordsPerSource: 100 * BatchRecords);

    /// <summary>
    /// Files that are copied while the database is open are those that a killed process leaves: what was acknowledged is in them,
    /// in the write-ahead log as after a checkpoint.
    /// </summary>
    [Theory]
    [InlineData(5, 64)]
    [InlineData(40, 64)]
    [InlineData(40, 1)]
    public void Write_ThenTheProcessEnds_KeepsWhatWasAcknowledged(int batches, int checkpointMebibytes)
    {
        string path = Path.Combine(_folder, "a.db");
        using var target = Open($"{path}?checkpoint={checkpointMebibytes}M");
        target.Prepare(_table);
        using var writer = target.OpenWriter(0);
        for (int batch = 0; batch < batches; batch++)
        {
            writer.Write(Batch(batch));
        }

        string copy = Path.Combine(_folder, "copy.db");
        Assert.Equal(checkpointMebibytes == 1, new FileInfo(path).Length > 1_000_000);
        foreach (string part in Directory.GetFiles(_folder, "a.db*"))
        {
            File.Copy(part, part.Replace("a.db", "copy.db", StringComparison.Ordinal));
        }

        Assert.Equal((long)batches * BatchRecords, Query(copy, "SELECT count(DISTINCT sequence) FROM dbingest_records"));
    }

    [Fact]
    public void Write_TableIsGone_FailsForGoodAndInWords()
    {
        string path = Path.Combine(_folder, "a.db");
        using var target = Open(path);
        target.Prepare(_table);
        using var writer = target.OpenWriter(0);
        writer.Write(Batch(0));
        Query(path, "DROP TABLE dbingest_records");

        var error = Assert.Throws<BatchWriteException>(() => writer.Write(Batch(1)));

        Assert.False(error.IsTransient);
        Assert.Contains("dbingest_records", error.Message, StringComparison.Ordinal);
        Assert.Throws<BatchWriteException>(() => writer.Recover(Batch(1)));
    }

    [Fact]
    public void Recover_AfterAFailure_LeavesAWriterThatWrites()
    {
        string path = Path.Combine(_folder, "a.db");
        using var target = Open(path);
        target.Prepare(_table);
        using var writer = target.OpenWriter(0);
        Query(path, "ALTER TABLE dbingest_records RENAME TO elsewhere");
        Assert.Throws<BatchWriteException>(() => writer.Write(Batch(0)));
        Query(path, "ALTER TABLE elsewhere RENAME TO dbingest_records");

        Assert.Equal(BatchFate.Absent, writer.Recover(Batch(0)));
        writer.Write(Batch(0));

        Assert.Equal(BatchFate.Stored, writer.Recover(Batch(0)));
    }

    /// <summary>An interrupted run may leave a verb behind, which asks again after the target has ended.</summary>
    [Fact]
    public void Describe_AfterTheEnd_DoesNotMakeTheFileAgain()
    {
        var target = new DuckDbDefinition().Open(new TargetOptions { WorkFolder = _folder });
        target.Dispose();

        Assert.Throws<TargetException>(() => target.Describe());

        Assert.Empty(Directory.GetFiles(_folder));
    }

    /// <summary>An interrupted run may leave a lane behind, which looks for its batch after the target has ended.</summary>
    [Fact]
    public void Recover_AfterTheEndOfTheTarget_DoesNotMakeTheFileAgain()
    {
        var target = new DuckDbDefinition().Open(new TargetOptions { WorkFolder = _folder });
        target.Prepare(_table);
        using var writer = target.OpenWriter(0);
        target.Dispose();

        Assert.Throws<BatchWriteException>(() => writer.Recover(Batch(0)));

        Assert.Empty(Directory.GetFiles(_folder));
    }

    [Fact]
    public void Clean_AFileOfTheUsers_LeavesItsOtherTables()
    {
        string path = Path.Combine(_folder, "a.db");
        Query(path, "CREATE TABLE mine AS SELECT 42 AS answer");
        using (var target = Open(path))
        {
            target.Prepare(_table);
            target.Clean();
        }

        Assert.Equal(1L, Query(path, "SELECT count(*) FROM duckdb_tables()"));
        Assert.Equal(42, Query(path, "SELECT answer FROM mine"));
    }

    [Fact]
    public void MeasureSpace_LinkToAFileOfTheUsers_IsTheSpaceOfTheFile()
    {
        if (OperatingSystem.IsWindows())
        {
            return;
        }

        string path = Path.Combine(_folder, "a.db");
        string link = Path.Combine(_folder, "l.db");
        Query(path, "CREATE TABLE mine AS SELECT 42 AS answer");
        File.CreateSymbolicLink(link, path);
        using var target = Open(link);
        target.Prepare(_table);
        Assert.True(target.MeasureSpace().FilesApparentBytes >= new FileInfo(path).Length);
    }

    [Fact]
    public void MeasureSpace_FilesBesideAFileOfTheUsers_DoNotCount()
    {
        string path = Path.Combine(_folder, "a.db");
        using var target = Open(path);
        target.Prepare(_table);
        var alone = target.MeasureSpace();
        File.WriteAllBytes(path + ".backup", new byte[1_000_000]);
        File.WriteAllBytes(path + "2", new byte[1_000_000]);
        var beside = target.MeasureSpace();
        Assert.Equal((alone.LogBytes, alone.FilesApparentBytes), (beside.LogBytes, beside.FilesApparentBytes));
    }

    [Theory]
    [InlineData(":memory:", "in memory")]
    [InlineData("nowhere/a.db", "create it first")]
    [InlineData("a.db?threads=0", "threads")]
    public void Open_WrongEndpoint_NamesTheRemedy(string endpoint, string remedy) =>
        Assert.Contains(remedy, Assert.Throws<ArgumentException>(() => Open(endpoint)).Message, StringComparison.Ordinal);

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private ITarget Open(string endpoint) =>
        new DuckDbDefinition().Open(new TargetOptions { WorkFolder = _folder, Endpoint = endpoint });

    private static RecordBatch Batch(int number)
    {
        var batch = new RecordBatch(RecordSchema.ThreePhaseMeter, BatchRecords);
        batch.Reset(0, (long)number * BatchRecords, BatchRecords);
        new Random(number).NextBytes(MemoryMarshal.AsBytes(batch.Timestamps.AsSpan()));
        for (int value = 0; value < batch.Values.Length; value++)
        {
            batch.Values[value] = Math.Sqrt(value + number);
        }

        return batch;
    }

    private static object? Query(string path, string sql)
    {
        using var connection = new DuckDBConnection($"DataSource={path}");
        connection.Open();
        using var command = connection.CreateCommand();
        command.CommandText = sql;
        return command.ExecuteScalar();
    }
}
