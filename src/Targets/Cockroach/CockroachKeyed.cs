using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Wire.Pg;

namespace DbIngest.Targets.Cockroach;

/// <summary>
/// Reads and changes single records by the primary key with prepared statements, each of which is a transaction.
/// <see cref="CockroachWriter"/> creates one at the first operation of a mix or a service, and another after it has reconnected,
/// since the statements belong to the connection. It calls it on the timed path, one thread at a time. It allocates nothing per
/// record and never repeats a statement.
/// </summary>
internal sealed class CockroachKeyed : IKeyedRecords
{
    private readonly PgStatement _read;
    private readonly PgStatement _scan;
    private readonly PgStatement _update;
    private readonly PgStatement _updateIf;
    private readonly PgStatement _delete;
    private readonly double[] _values;

    public CockroachKeyed(PgConnection connection, CockroachTable table)
    {
        int values = table.Schema.ValueCount;
        _read = connection.Prepare("read", table.ReadOne, parameters: 2);
        _scan = connection.Prepare("scan", table.Scan, parameters: 3);
        _update = connection.Prepare("update", table.Update, parameters: 3 + values);
        _updateIf = connection.Prepare("update_if", table.UpdateIf, parameters: 4 + values);
        _delete = connection.Prepare("delete", table.Delete, parameters: 2);
        _values = new double[values];
    }

    /// <summary>Reads the records of a range of sequence numbers.</summary>
    public void Read(int source, long first, int count, IRecordReceiver found)
    {
        var statement = count == 1 ? _read : _scan;
        statement.Begin().Int32(source).Int64(first);
        if (count > 1)
        {
            statement.Int64(first + count);
        }

        statement.Send();
        while (statement.TryRead(out var row))
        {
            var (owner, sequence, timestamp, quality) = (row.Int32(), row.Int64(), row.Int64(), (uint)row.Int32());
            for (int i = 0; i < _values.Length; i++)
            {
                _values[i] = row.Double();
            }

            found.Add(owner, sequence, timestamp, quality, _values);
        }
    }

    /// <summary>Sets quality and values of the record of a batch of one.</summary>
    public void Update(RecordBatch record) => Complete(Bind(_update, record));

    /// <summary>Sets quality and values of the record of a batch of one if it has a certain quality.</summary>
    /// <returns>True if it had.</returns>
    public bool UpdateIf(RecordBatch record, uint quality) => Complete(Bind(_updateIf, record).Int32((int)quality)) > 0;

    /// <summary>Deletes one record.</summary>
    /// <returns>True if it existed.</returns>
    public bool? Delete(int source, long sequence) => Complete(_delete.Begin().Int32(source).Int64(sequence)) > 0;

    private static PgStatement Bind(PgStatement statement, RecordBatch record)
    {
        statement.Begin().Int32(record.Source).Int64(record.FirstSequence).Int32((int)record.Qualities[0]);
        for (int column = 0; column < record.Schema.ValueCount; column++)
        {
            statement.Double(record.Values[column * record.Capacity]);
        }

        return statement;
    }

    private static long Complete(PgStatement statement)
    {
        statement.Send();
        while (statement.TryRead(out _))
        {
            // A change has no rows.
        }

        return statement.Affected;
    }
}
