using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DuckDB.NET.Data;
using static DuckDb.DuckDbFile;

namespace DuckDb;

/// <summary>
/// Writes each batch in one transaction on a connection that no other writer uses: the whole batch is stored, or nothing of
/// it. <see cref="DuckDbTarget.OpenWriter"/> opens one per lane of a trial. It never retries, and no failure is transient,
/// since the database runs in this process. A failure at the commit leaves the batch in doubt. After a failed write, call
/// <see cref="Recover"/> before the next write: it reconnects and looks for the batch.
/// </summary>
internal sealed class DuckDbWriter : IBatchWriter
{
    private readonly DuckDbFile _file;
    private readonly int _values;
    private DuckDBConnection _connection;
    private DuckDBCommand _begin;
    private DuckDBCommand _commit;
    private DuckDbAppender _appender;

    /// <summary>Opens a writer.</summary>
    /// <param name="file">The database.</param>
    /// <param name="values">Values per record.</param>
    public DuckDbWriter(DuckDbFile file, int values)
    {
        (_file, _values) = (file, values);
        (_connection, _begin, _commit, _appender) = Open();
    }

    public void Write(RecordBatch batch)
    {
        bool isSent = false;
        try
        {
            _begin.ExecuteNonQuery();
            _appender.Append(batch);
            isSent = true;
            _commit.ExecuteNonQuery();
        }
        catch (Exception e) when (IsFailure(e))
        {
            // The database is in this process: its disk and memory are the same when the batch is sent again.
            throw new BatchWriteException($"{_file.FullPath} does not take the batch: {e.Message}", isTransient: false, isSent,
                e);
        }
    }

    public BatchFate Recover(RecordBatch batch, bool inDoubt = true)
    {
        try
        {
            // A connection that ends rolls its transaction back, and a new appender holds nothing of a failed attempt.
            Dispose();
            (_connection, _begin, _commit, _appender) = Open();
            return inDoubt && IsStored(batch) ? BatchFate.Stored : BatchFate.Absent;
        }
        catch (Exception e) when (IsFailure(e))
        {
            throw new BatchWriteException($"{_file.FullPath} cannot be looked at: {e.Message}", isTransient: false, inDoubt, e);
        }
    }

    public void Dispose()
    {
        _appender.Dispose();
        _begin.Dispose();
        _commit.Dispose();
        _connection.Dispose();
    }

    /// <summary>True if the table holds all records of a batch. Deletes the records of a batch that is stored in part.</summary>
    private bool IsStored(RecordBatch batch)
    {
        string rows = FormattableString.Invariant(
            $"FROM {Table} WHERE source = {batch.Source} AND sequence >= {batch.FirstSequence} AND sequence < {batch.FirstSequence + batch.Count}");
        using var look = Command(_connection,
            $"SELECT count(*) = {batch.Count} AND count(DISTINCT sequence) = {batch.Count} {rows}");
        if (look.ExecuteScalar() is true)
        {
            return true;
        }

        using var erase = Command(_connection, $"DELETE {rows}");
        erase.ExecuteNonQuery();
        return false;
    }

    private (DuckDBConnection Connection, DuckDBCommand Begin, DuckDBCommand Commit, DuckDbAppender Appender) Open()
    {
        var connection = _file.Connect();
        try
        {
            return (connection, Command(connection, "BEGIN"), Command(connection, "COMMIT"), new(connection, _values));
        }
        catch
        {
            connection.Dispose();
            throw;
        }
    }
}
