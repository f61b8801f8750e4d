using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DuckDB.NET.Data;

namespace DuckDb.Bench;

/// <summary>
/// Ways to write the records of <see cref="Meter"/> into the table, which the program of this bench times in turn: the
/// plug-in's writer, the driver's appender, and statements such as <c>COPY</c>. All run in this process, on the target's
/// database, and none retries.
/// </summary>
internal static class Ways
{
    /// <summary>Writes by the plug-in's writer, as a lane of a trial does.</summary>
    public static void Plugin(ITarget target, int records, int size)
    {
        using var writer = target.OpenWriter(0);
        foreach (var batch in Meter.Batches(records, size))
        {
            writer.Write(batch);
        }
    }

    /// <summary>Writes by the driver's appender, row by row, as the driver's documentation shows.</summary>
    public static void Rows(ITarget target, int records, int size)
    {
        using var connection = Connect(target);
        foreach (var batch in Meter.Batches(records, size))
        {
            using var transaction = connection.BeginTransaction();
            using (var appender = connection.CreateAppender("dbingest_records"))
            {
                for (int row = 0; row < batch.Count; row++)
                {
                    Append(appender.CreateRow(), batch, row);
                }
            }

            transaction.Commit();
        }
    }

    /// <summary>Runs a statement and returns the first value of its result.</summary>
    public static object? Execute(ITarget target, string sql)
    {
        using var connection = Connect(target);
        using var command = connection.CreateCommand();
        command.CommandText = sql;
        return command.ExecuteScalar();
    }

    private static void Append(IDuckDBAppenderRow to, RecordBatch batch, int row)
    {
        to.AppendValue((int?)batch.Source).AppendValue((long?)(batch.FirstSequence + row))
            .AppendValue((DateTime?)DateTime.UnixEpoch.AddMicroseconds(batch.Timestamps[row]))
            .AppendValue((uint?)batch.Qualities[row]);
        for (int value = 0; value < batch.Schema.ValueCount; value++)
        {
            to.AppendValue((double?)batch.Column(value)[row]);
        }

        to.EndRow();
    }

    private static DuckDBConnection Connect(ITarget target)
    {
        var connection = new DuckDBConnection($"DataSource={target.AttachEndpoint}");
        connection.Open();
        return connection;
    }
}
