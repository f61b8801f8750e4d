using Cassandra;
using DbIngest.Core.Records;
using DbIngest.Targets.Cassandra;

namespace DbIngest.Drivers.Cassandra;

/// <summary>The table as the driver sees it: statements, prepared once for all writers. Thread-safe.</summary>
/// <param name="session">The session.</param>
/// <param name="table">The table.</param>
internal sealed class DriverTable(ISession session, CassandraTable table)
{
    // Source, bucket, sequence, timestamp, quality.
    private const int FixedColumns = 5;

    private readonly Lazy<PreparedStatement> _insert = new(() => session.Prepare(table.Insert), LazyThreadSafetyMode.ExecutionAndPublication);
    private readonly Lazy<PreparedStatement> _count = new(() => session.Prepare(table.Count), LazyThreadSafetyMode.ExecutionAndPublication);

    /// <summary>The table.</summary>
    public CassandraTable Table => table;

    /// <summary>Prepares the insertion, so that the first write need not.</summary>
    public void Prepare() => _ = _insert.Value;

    /// <summary>Sends rows of one partition as one request.</summary>
    /// <param name="batch">The batch; read before the call returns.</param>
    /// <param name="rows">The rows.</param>
    /// <param name="isSingle">Whether they are one row in a request of its own.</param>
    /// <returns>Ends with the acknowledgement.</returns>
    public Task InsertAsync(RecordBatch batch, RowRange rows, bool isSingle)
    {
        var insert = _insert.Value;
        if (isSingle)
        {
            return session.ExecuteAsync(insert.Bind(Values(batch, rows.First, rows.Bucket)));
        }

        var statements = new BatchStatement().SetBatchType(BatchType.Unlogged);
        for (int row = rows.First; row < rows.First + rows.Count; row++)
        {
            statements.Add(insert.Bind(Values(batch, row, rows.Bucket)));
        }

        return session.ExecuteAsync(statements);
    }

    /// <summary>How many of the rows are stored.</summary>
    /// <param name="batch">The batch.</param>
    /// <param name="rows">Rows of one partition.</param>
    public long CountStored(RecordBatch batch, RowRange rows)
    {
        long first = batch.FirstSequence + rows.First;
        return session.Execute(_count.Value.Bind(batch.Source, rows.Bucket, first, first + rows.Count)).First().GetValue<long>(0);
    }

    private static object[] Values(RecordBatch batch, int row, int bucket)
    {
        object[] values = new object[FixedColumns + batch.Schema.ValueCount];
        values[0] = batch.Source;
        values[1] = bucket;
        values[2] = batch.FirstSequence + row;
        values[3] = batch.Timestamps[row];
        values[4] = unchecked((int)batch.Qualities[row]);
        for (int i = FixedColumns, at = row; i < values.Length; i++, at += batch.Capacity)
        {
            double value = batch.Values[at];
            values[i] = double.IsNaN(value) ? Unset.Value : value;
        }

        return values;
    }
}
