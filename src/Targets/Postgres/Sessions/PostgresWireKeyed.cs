using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Wire.Pg;

namespace DbIngest.Targets.Postgres.Sessions;

/// <summary>
/// Reads and changes single records through DbIngest's own client. <see cref="PostgresWireSession"/> creates one when a writer of
/// a mix opens, outside the measured time, and else at the first operation on single records: after a loss, or in a service.
/// <see cref="PostgresWriter"/> calls it on the timed path, one thread at a time. It allocates nothing per record. A missing
/// value (NaN) becomes NULL.
/// </summary>
internal sealed class PostgresWireKeyed : IKeyedInstants
{
    private readonly PgStatement _read;
    private readonly PgStatement _scan;
    private readonly PgStatement _find;
    private readonly PgStatement _update;
    private readonly PgStatement _updateIf;
    private readonly PgStatement _delete;
    private readonly double[] _values;
    private PgStatement _sent;

    public PostgresWireKeyed(PgConnection connection, PostgresTable table)
    {
        int valueCount = table.Trial.Schema.ValueCount;
        _read = connection.Prepare("read", table.Read, parameters: 2);
        _scan = connection.Prepare("scan", table.Scan, parameters: 3);
        _find = connection.Prepare("find", table.Find, parameters: 2);
        _update = connection.Prepare("update", table.Update, parameters: 3 + valueCount);
        _updateIf = connection.Prepare("update_if", table.UpdateIf, parameters: 4 + valueCount);
        _delete = connection.Prepare("delete", PostgresTable.Delete, parameters: 2);
        _values = new double[valueCount];
        _sent = _read;
    }

    public void Read(int source, long first, int count, IRecordReceiver found)
    {
        SendRead(source, first, count);
        Receive(found);
    }

    public void Find(int source, long timestamp, IRecordReceiver found)
    {
        Send(_find.Begin().Int32(source).Int64(timestamp - CopyEncoder.EpochMicroseconds));
        Receive(found);
    }

    public void Update(RecordBatch record)
    {
        SendUpdate(record);
        Receive(found: null);
    }

    public bool UpdateIf(RecordBatch record, uint quality)
    {
        Send(Bind(_updateIf, record).Int32((int)quality));
        return Receive(found: null);
    }

    public bool? Delete(int source, long sequence)
    {
        SendDelete(source, sequence);
        return Receive(found: null);
    }

    /// <summary>Sends the request of <see cref="Read"/>. <see cref="Receive"/> must follow.</summary>
    public void SendRead(int source, long first, int count)
    {
        var statement = count == 1 ? _read : _scan;
        statement.Begin().Int32(source).Int64(first);
        Send(count == 1 ? statement : statement.Int64(first + count));
    }

    /// <summary>Sends the request of <see cref="Update"/>. <see cref="Receive"/> must follow.</summary>
    public void SendUpdate(RecordBatch record) => Send(Bind(_update, record));

    /// <summary>Sends the request of <see cref="Delete"/>. <see cref="Receive"/> must follow.</summary>
    public void SendDelete(int source, long sequence) => Send(_delete.Begin().Int32(source).Int64(sequence));

    /// <summary>Waits for the answer to the last request and reads it.</summary>
    /// <param name="found">Receives the records of a read. Null for a change, which returns none.</param>
    /// <returns>True if a record was found or changed.</returns>
    public bool Receive(IRecordReceiver? found)
    {
        while (_sent.TryRead(out var row))
        {
            long sequence = row.Int64();
            long timestamp = CopyEncoder.TimestampOf(row.Int64());
            int owner = row.Int32();
            uint quality = (uint)row.Int32();
            for (int i = 0; i < _values.Length; i++)
            {
                _values[i] = row.Double();
            }

            found?.Add(owner, sequence, timestamp, quality, _values);
        }

        return _sent.Affected > 0;
    }

    private void Send(PgStatement statement)
    {
        _sent = statement;
        statement.Send();
    }

    private static PgStatement Bind(PgStatement statement, RecordBatch record)
    {
        statement.Begin().Int32(record.Source).Int64(record.FirstSequence).Int32((int)record.Qualities[0]);
        for (int column = 0; column < record.Schema.ValueCount; column++)
        {
            statement.Double(record.Values[column * record.Capacity]);
        }

        return statement;
    }
}
