using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using MySqlConnector;

namespace DbIngest.Targets.MySql;

/// <summary>
/// Reads and changes single records through the driver by source and sequence number with prepared commands, each of which is a
/// transaction. <see cref="MySqlDriverSession"/> creates one at the first operation of a mix or a service on single records, and
/// <see cref="MySqlDriverWriter"/> calls it, one thread at a time. A missing value (NaN) becomes NULL. The driver boxes each
/// parameter.
/// </summary>
internal sealed class MySqlDriverKeyed : IKeyedInstants, IDisposable
{
    private readonly bool _isAsync;
    private readonly double[] _values;
    private readonly MySqlCommand _scan;
    private readonly MySqlCommand _find;
    private readonly MySqlCommand _update;
    private readonly MySqlCommand _updateIf;
    private readonly MySqlCommand _delete;

    /// <summary>Prepares the commands.</summary>
    /// <param name="connection">The open connection.</param>
    /// <param name="table">The table and its statements.</param>
    /// <param name="isAsync">True to call the driver asynchronously and wait.</param>
    public MySqlDriverKeyed(MySqlConnection connection, MySqlTable table, bool isAsync)
    {
        _isAsync = isAsync;
        _values = new double[table.Schema.ValueCount];
        MySqlDbType[] changes =
            [MySqlDbType.UInt32, .. _values.Select(_ => MySqlDbType.Double), MySqlDbType.Int32, MySqlDbType.Int64];
        _scan = Prepare(connection, table.Scan, MySqlDbType.Int32, MySqlDbType.Int64, MySqlDbType.Int64);
        _find = Prepare(connection, table.Find, MySqlDbType.Int32, MySqlDbType.Int64);
        _update = Prepare(connection, table.Update, changes);
        _updateIf = Prepare(connection, table.UpdateIf, [.. changes, MySqlDbType.UInt32]);
        _delete = Prepare(connection, table.Delete, MySqlDbType.Int32, MySqlDbType.Int64);
    }

    /// <summary>Reads the records of a range of sequence numbers.</summary>
    public void Read(int source, long first, int count, IRecordReceiver found) => Rows(Asking(source, first, count), found);

    /// <summary>As <see cref="Read"/>, without holding a thread.</summary>
    public ValueTask ReadAsync(int source, long first, int count, IRecordReceiver found) =>
        RowsAsync(Asking(source, first, count), found);

    /// <summary>Finds the records of a source at an instant, in microseconds UTC.</summary>
    public void Find(int source, long timestamp, IRecordReceiver found) => Rows(Finding(source, timestamp), found);

    /// <summary>As <see cref="Find"/>, without holding a thread.</summary>
    public ValueTask FindAsync(int source, long timestamp, IRecordReceiver found) => RowsAsync(Finding(source, timestamp), found);

    /// <summary>Sets quality and values of one record.</summary>
    /// <param name="record">A batch of one record.</param>
    public void Update(RecordBatch record)
    {
        Bind(_update, record);
        Execute(_update);
    }

    /// <summary>As <see cref="Update"/>, without holding a thread.</summary>
    public async ValueTask UpdateAsync(RecordBatch record)
    {
        Bind(_update, record);
        await _update.ExecuteNonQueryAsync().ConfigureAwait(false);
    }

    /// <summary>As <see cref="Update"/>, but only if the stored record has a certain quality.</summary>
    /// <param name="record">A batch of one record with the new content.</param>
    /// <param name="quality">The quality that the stored record must have.</param>
    /// <returns>True if it had. The driver reports the rows that the condition matched, changed or not.</returns>
    public bool UpdateIf(RecordBatch record, uint quality)
    {
        int end = Bind(_updateIf, record);
        _updateIf.Parameters[end].Value = quality;
        return Execute(_updateIf) > 0;
    }

    /// <summary>Deletes one record.</summary>
    /// <returns>True if the record existed.</returns>
    public bool? Delete(int source, long sequence) => Execute(Deleting(source, sequence)) > 0;

    /// <summary>As <see cref="Delete"/>, without holding a thread.</summary>
    public async ValueTask<bool> DeleteAsync(int source, long sequence) =>
        await Deleting(source, sequence).ExecuteNonQueryAsync().ConfigureAwait(false) > 0;

    /// <inheritdoc/>
    public void Dispose()
    {
        _scan.Dispose();
        _find.Dispose();
        _update.Dispose();
        _updateIf.Dispose();
        _delete.Dispose();
    }

    private void Rows(MySqlCommand command, IRecordReceiver found)
    {
        if (_isAsync)
        {
            RowsAsync(command, found).AsTask().GetAwaiter().GetResult();
            return;
        }

        using var reader = command.ExecuteReader();
        while (reader.Read())
        {
            Give(reader, found);
        }
    }

    private async ValueTask RowsAsync(MySqlCommand command, IRecordReceiver found)
    {
        var reader = await command.ExecuteReaderAsync().ConfigureAwait(false);
        await using (reader.ConfigureAwait(false))
        {
            while (await reader.ReadAsync().ConfigureAwait(false))
            {
                Give(reader, found);
            }
        }
    }

    private MySqlCommand Asking(int source, long first, int count)
    {
        _scan.Parameters[0].Value = source;
        _scan.Parameters[1].Value = first;
        _scan.Parameters[2].Value = first + count;
        return _scan;
    }

    private MySqlCommand Finding(int source, long timestamp)
    {
        _find.Parameters[0].Value = source;
        _find.Parameters[1].Value = timestamp;
        return _find;
    }

    private MySqlCommand Deleting(int source, long sequence)
    {
        _delete.Parameters[0].Value = source;
        _delete.Parameters[1].Value = sequence;
        return _delete;
    }

    private void Give(MySqlDataReader reader, IRecordReceiver found)
    {
        // Only in the table of a service, which another program may have created and written.
        if (reader.IsDBNull(2) || reader.IsDBNull(3))
        {
            throw new BatchWriteException("A stored row has NULL as its timestamp or quality.", isTransient: false,
                isAmbiguous: false);
        }

        for (int i = 0; i < _values.Length; i++)
        {
            _values[i] = reader.IsDBNull(4 + i) ? double.NaN : reader.GetDouble(4 + i);
        }

        found.Add(reader.GetInt32(0), reader.GetInt64(1), reader.GetInt64(2), reader.GetUInt32(3), _values);
    }

    private static int Bind(MySqlCommand command, RecordBatch record)
    {
        int at = 0;
        command.Parameters[at++].Value = record.Qualities[0];
        for (int column = 0; column < record.Schema.ValueCount; column++)
        {
            double value = record.Values[column * record.Capacity];
            command.Parameters[at++].Value = double.IsNaN(value) ? DBNull.Value : value;
        }

        command.Parameters[at++].Value = record.Source;
        command.Parameters[at++].Value = record.FirstSequence;
        return at;
    }

    private static MySqlCommand Prepare(MySqlConnection connection, string sql, params ReadOnlySpan<MySqlDbType> types)
    {
        var command = new MySqlCommand(sql, connection);
        foreach (var type in types)
        {
            command.Parameters.Add(new MySqlParameter { MySqlDbType = type });
        }

        command.Prepare();
        return command;
    }

    private int Execute(MySqlCommand command) =>
        _isAsync ? command.ExecuteNonQueryAsync().GetAwaiter().GetResult() : command.ExecuteNonQuery();
}
