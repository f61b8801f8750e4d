using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.MySql;

/// <summary>
/// Reads and changes single records by source and sequence number with prepared statements, each of which is a transaction.
/// <see cref="MySqlSession"/> creates one at the first operation of a mix or a service on single records, and
/// <see cref="MySqlWriter"/> calls it on the timed path: it allocates nothing per record. A missing value (NaN) becomes NULL.
/// </summary>
internal sealed class MySqlKeyed : IKeyedInstants
{
    private readonly MySqlStatement _scan;
    private readonly MySqlStatement _find;
    private readonly MySqlStatement _update;
    private readonly MySqlStatement _updateIf;
    private readonly MySqlStatement _delete;
    private readonly double[] _values;

    public MySqlKeyed(MySqlConnection connection, MySqlTable table)
    {
        _values = new double[table.Schema.ValueCount];
        _scan = connection.Prepare(table.Scan, MySqlType.Int32, MySqlType.Int64, MySqlType.Int64);
        _find = connection.Prepare(table.Find, MySqlType.Int32, MySqlType.Int64);
        MySqlType[] changes = [MySqlType.UInt32, .. _values.Select(_ => MySqlType.Double), MySqlType.Int32, MySqlType.Int64];
        _update = connection.Prepare(table.Update, changes);
        _updateIf = connection.Prepare(table.UpdateIf, [.. changes, MySqlType.UInt32]);
        _delete = connection.Prepare(table.Delete, MySqlType.Int32, MySqlType.Int64);
    }

    /// <summary>Reads the records of a range of sequence numbers.</summary>
    public void Read(int source, long first, int count, IRecordReceiver found)
    {
        _scan.Begin().Int32(source).Int64(first).Int64(first + count);
        Rows(_scan, found);
    }

    /// <summary>Finds the records of a source at an instant, in microseconds UTC.</summary>
    public void Find(int source, long timestamp, IRecordReceiver found)
    {
        _find.Begin().Int32(source).Int64(timestamp);
        Rows(_find, found);
    }

    /// <summary>Sets quality and values of one record.</summary>
    /// <param name="record">A batch of one record.</param>
    public void Update(RecordBatch record)
    {
        Bind(_update, record);
        _update.Execute();
    }

    /// <summary>As <see cref="Update"/>, but only if the stored record has a certain quality.</summary>
    /// <returns>True if the record was set. False if it is absent or has another quality.</returns>
    public bool UpdateIf(RecordBatch record, uint quality)
    {
        Bind(_updateIf, record).Int32((int)quality);

        // The session counts the rows that the condition matched, changed or not.
        return _updateIf.Execute().Rows > 0;
    }

    /// <summary>Deletes one record.</summary>
    /// <returns>True if the record existed.</returns>
    public bool? Delete(int source, long sequence)
    {
        _delete.Begin().Int32(source).Int64(sequence);
        return _delete.Execute().Rows > 0;
    }

    private void Rows(MySqlStatement statement, IRecordReceiver found)
    {
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

    private static MySqlRequest Bind(MySqlStatement statement, RecordBatch record)
    {
        var values = statement.Begin().Int32((int)record.Qualities[0]);
        for (int column = 0; column < record.Schema.ValueCount; column++)
        {
            statement.Double(1 + column, record.Values[column * record.Capacity]);
        }

        return values.Int32(record.Source).Int64(record.FirstSequence);
    }
}
