using Cassandra;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Targets.Cassandra;
using DbIngest.Targets.Cassandra.Writing;

namespace DbIngest.Drivers.Cassandra;

/// <summary>
/// The driver's statements on one table, prepared once for all writers. <see cref="CassandraDriverPath"/> creates one per table.
/// Thread-safe: every <see cref="CassandraDriverWriter"/> calls it, from several tasks.
/// </summary>
/// <param name="session">The driver's session.</param>
/// <param name="table">The table.</param>
internal sealed class CassandraDriverTable(ISession session, CassandraTable table)
{
    // Source, bucket, sequence, timestamp, quality.
    private const int FixedColumns = 5;

    // Source, sequence, timestamp and quality in the order of the query.
    private const int KeyColumns = 4;

    // A statement that cannot be prepared while the nodes are away is prepared by the next call: the other mode would keep the
    // failure for good. Writers that prepare a statement at the same moment do so each, which changes nothing.
    private readonly Lazy<PreparedStatement> _insert =
        new(() => session.Prepare(table.Insert), LazyThreadSafetyMode.PublicationOnly);
    private readonly Lazy<PreparedStatement> _count =
        new(() => session.Prepare(table.Count), LazyThreadSafetyMode.PublicationOnly);

    private readonly Lazy<PreparedStatement> _read =
        new(() => session.Prepare(table.Read), LazyThreadSafetyMode.PublicationOnly);
    private readonly Lazy<PreparedStatement> _update =
        new(() => session.Prepare(table.Update), LazyThreadSafetyMode.PublicationOnly);
    private readonly Lazy<PreparedStatement> _updateIf =
        new(() => session.Prepare(table.UpdateIf), LazyThreadSafetyMode.PublicationOnly);
    private readonly Lazy<PreparedStatement> _delete =
        new(() => session.Prepare(table.Delete), LazyThreadSafetyMode.PublicationOnly);

    /// <summary>The table.</summary>
    public CassandraTable Table => table;

    /// <summary>Prepares the INSERT, so that the first write need not.</summary>
    public void Prepare() => _ = _insert.Value;

    /// <summary>Sends rows of one partition as one request.</summary>
    /// <param name="batch">The batch, which is read only before the call returns.</param>
    /// <param name="rows">The rows.</param>
    /// <param name="isSingle">Whether the rows are a single row, sent without BATCH.</param>
    /// <param name="timestamp">The write's timestamp in microseconds since 1970. Null to let the server set it.</param>
    /// <returns>Completes with the acknowledgement.</returns>
    public Task InsertAsync(RecordBatch batch, RowRange rows, bool isSingle, long? timestamp)
    {
        var insert = _insert.Value;
        if (isSingle)
        {
            return session.ExecuteAsync(At(timestamp, insert.Bind(Values(batch, rows.First, rows.Bucket))));
        }

        var statements = new BatchStatement().SetBatchType(BatchType.Unlogged);
        for (int row = rows.First; row < rows.First + rows.Count; row++)
        {
            statements.Add(insert.Bind(Values(batch, row, rows.Bucket)));
        }

        return session.ExecuteAsync(At(timestamp, statements));
    }

    /// <summary>Counts the rows that are stored.</summary>
    /// <param name="batch">The batch.</param>
    /// <param name="rows">Rows of one partition.</param>
    public long CountStored(RecordBatch batch, RowRange rows)
    {
        long first = batch.FirstSequence + rows.First;
        return session.Execute(_count.Value.Bind(batch.Source, rows.Bucket, first, first + rows.Count)).First().GetValue<long>(0);
    }

    /// <summary>Reads the records of part of a partition.</summary>
    /// <param name="source">The records' source.</param>
    /// <param name="bucket">The partition's number within the source.</param>
    /// <param name="first">The first sequence number.</param>
    /// <param name="end">The sequence number behind the last.</param>
    /// <param name="consistency">How many replicas must answer.</param>
    /// <param name="found">Receives the records.</param>
    /// <param name="values">Scratch space for one record's values.</param>
    public void Read(
        int source, int bucket, long first, long end, ConsistencyLevel consistency, IRecordReceiver found, double[] values)
    {
        foreach (var row in session.Execute(_read.Value.Bind(source, bucket, first, end).SetConsistencyLevel(consistency)))
        {
            for (int i = 0; i < values.Length; i++)
            {
                values[i] = row.GetValue<double?>(KeyColumns + i) ?? double.NaN;
            }

            found.Add(row.GetValue<int>(0), row.GetValue<long>(1), row.GetValue<long>(2), unchecked((uint)row.GetValue<int>(3)),
                values);
        }
    }

    /// <summary>
    /// Sets quality and values of one record. A missing value stays unset, as it was when the record was inserted. A service
    /// clears it.
    /// </summary>
    /// <param name="record">The changed record, as a batch of one.</param>
    /// <param name="timestamp">The write's timestamp in microseconds since 1970. Null to let the server set it.</param>
    public void Update(RecordBatch record, long? timestamp) =>
        session.Execute(At(timestamp, _update.Value.Bind(Changes(record, conditions: 0))));

    /// <summary>
    /// Sets quality and values of one record if it has a certain quality, by a lightweight transaction, whose timestamp the
    /// servers agree on.
    /// </summary>
    /// <param name="record">The changed record, as a batch of one.</param>
    /// <param name="quality">The quality that the record must have.</param>
    /// <param name="serial">Who agrees: all replicas, or those of the data centre.</param>
    /// <returns>True if it had: the column <c>[applied]</c>.</returns>
    public bool UpdateIf(RecordBatch record, uint quality, ConsistencyLevel serial)
    {
        object?[] values = Changes(record, conditions: 1);
        values[^1] = unchecked((int)quality);
        return session.Execute(_updateIf.Value.Bind(values).SetSerialConsistencyLevel(serial)).First()
            .GetValue<bool>("[applied]");
    }

    private object?[] Changes(RecordBatch record, int conditions)
    {
        int columns = record.Schema.ValueCount;
        int first = table.IsServed ? 2 : 1;
        object?[] values = new object?[first + columns + 3 + conditions];
        values[0] = record.Timestamps[0];
        values[first - 1] = unchecked((int)record.Qualities[0]);
        for (int i = 0; i < columns; i++)
        {
            double value = record.Values[i * record.Capacity];
            values[first + i] = !double.IsNaN(value) ? value : table.IsServed ? null : Unset.Value;
        }

        values[first + columns] = record.Source;
        values[first + columns + 1] = table.BucketOf(record.FirstSequence);
        values[first + columns + 2] = record.FirstSequence;
        return values;
    }

    /// <summary>Deletes one record.</summary>
    public void Delete(int source, long sequence, long? timestamp) =>
        session.Execute(At(timestamp, _delete.Value.Bind(source, table.BucketOf(sequence), sequence)));

    private static IStatement At(long? timestamp, Statement statement) => timestamp is { } microseconds
        ? statement.SetTimestamp(DateTimeOffset.UnixEpoch.AddTicks(microseconds * TimeSpan.TicksPerMicrosecond)) : statement;

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
