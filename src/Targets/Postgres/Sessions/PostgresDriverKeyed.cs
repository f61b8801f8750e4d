using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Wire.Pg;
using Npgsql;
using NpgsqlTypes;

namespace DbIngest.Targets.Postgres.Sessions;

/// <summary>
/// Reads and changes single records through Npgsql's prepared commands, each of which is a transaction.
/// <see cref="PostgresDriverSession"/> creates one at the first operation on single records, and <see cref="PostgresWriter"/>
/// calls it on the timed path, one thread at a time. A missing value (NaN) becomes NULL. Values are boxed, since they may be
/// NULL.
/// </summary>
internal sealed class PostgresDriverKeyed : IKeyedInstants
{
    private readonly NpgsqlCommand _read;
    private readonly NpgsqlCommand _scan;
    private readonly NpgsqlCommand _find;
    private readonly NpgsqlCommand _update;
    private readonly NpgsqlCommand _updateIf;
    private readonly NpgsqlCommand _delete;
    private readonly double[] _values;

    public PostgresDriverKeyed(NpgsqlConnection connection, PostgresTable table)
    {
        int valueCount = table.Trial.Schema.ValueCount;
        _values = new double[valueCount];
        _read = Prepare(connection, table.Read, 0, NpgsqlDbType.Integer, NpgsqlDbType.Bigint);
        _scan = Prepare(connection, table.Scan, 0, NpgsqlDbType.Integer, NpgsqlDbType.Bigint, NpgsqlDbType.Bigint);
        _find = Prepare(connection, table.Find, 0, NpgsqlDbType.Integer, NpgsqlDbType.TimestampTz);
        _update = Prepare(connection, table.Update, valueCount, NpgsqlDbType.Integer, NpgsqlDbType.Bigint, NpgsqlDbType.Integer);
        _updateIf = Prepare(connection, table.UpdateIf, valueCount, NpgsqlDbType.Integer, NpgsqlDbType.Bigint,
            NpgsqlDbType.Integer);
        _updateIf.Parameters.Add(new NpgsqlParameter<int> { NpgsqlDbType = NpgsqlDbType.Integer });
        _updateIf.Prepare();
        _delete = Prepare(connection, PostgresTable.Delete, 0, NpgsqlDbType.Integer, NpgsqlDbType.Bigint);
    }

    public void Read(int source, long first, int count, IRecordReceiver found) => Rows(Asking(source, first, count), found);

    public void Find(int source, long timestamp, IRecordReceiver found) => Rows(Finding(source, timestamp), found);

    /// <summary>As <see cref="Read"/>, without holding a thread.</summary>
    public ValueTask ReadAsync(int source, long first, int count, IRecordReceiver found) =>
        RowsAsync(Asking(source, first, count), found);

    /// <summary>As <see cref="Find"/>, without holding a thread.</summary>
    public ValueTask FindAsync(int source, long timestamp, IRecordReceiver found) => RowsAsync(Finding(source, timestamp), found);

    public void Update(RecordBatch record)
    {
        Set(_update, record);
        _update.ExecuteNonQuery();
    }

    /// <summary>As <see cref="Update"/>, without holding a thread.</summary>
    public async ValueTask UpdateAsync(RecordBatch record)
    {
        Set(_update, record);
        await _update.ExecuteNonQueryAsync().ConfigureAwait(false);
    }

    public bool UpdateIf(RecordBatch record, uint quality)
    {
        Set(_updateIf, record);
        Set(_updateIf, 3 + _values.Length, (int)quality);
        return _updateIf.ExecuteNonQuery() > 0;
    }

    public bool? Delete(int source, long sequence)
    {
        Set(_delete, 0, source);
        Set(_delete, 1, sequence);
        return _delete.ExecuteNonQuery() > 0;
    }

    /// <summary>As <see cref="Delete"/>, without holding a thread.</summary>
    public async ValueTask<bool> DeleteAsync(int source, long sequence)
    {
        Set(_delete, 0, source);
        Set(_delete, 1, sequence);
        return await _delete.ExecuteNonQueryAsync().ConfigureAwait(false) > 0;
    }

    private void Rows(NpgsqlCommand command, IRecordReceiver found)
    {
        using var reader = command.ExecuteReader();
        while (reader.Read())
        {
            Give(reader, found);
        }
    }

    private async ValueTask RowsAsync(NpgsqlCommand command, IRecordReceiver found)
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

    private NpgsqlCommand Asking(int source, long first, int count)
    {
        var command = count == 1 ? _read : _scan;
        Set(command, 0, source);
        Set(command, 1, first);
        if (count > 1)
        {
            Set(command, 2, first + count);
        }

        return command;
    }

    private NpgsqlCommand Finding(int source, long timestamp)
    {
        Set(_find, 0, source);
        Set(_find, 1, timestamp - CopyEncoder.EpochMicroseconds);
        return _find;
    }

    private void Give(NpgsqlDataReader reader, IRecordReceiver found)
    {
        if (reader.IsDBNull(1) || reader.IsDBNull(3))
        {
            throw PgRowException.OfNull;
        }

        for (int i = 0; i < _values.Length; i++)
        {
            _values[i] = reader.IsDBNull(4 + i) ? double.NaN : reader.GetDouble(4 + i);
        }

        // The server sends a timestamptz as microseconds since 2000.
        found.Add(reader.GetInt32(2), reader.GetInt64(0), CopyEncoder.TimestampOf(reader.GetFieldValue<long>(1)),
            (uint)reader.GetInt32(3), _values);
    }

    private static void Set(NpgsqlCommand command, RecordBatch record)
    {
        Set(command, 0, record.Source);
        Set(command, 1, record.FirstSequence);
        Set(command, 2, (int)record.Qualities[0]);
        for (int column = 0; column < record.Schema.ValueCount; column++)
        {
            double value = record.Values[column * record.Capacity];
            command.Parameters[3 + column].Value = double.IsNaN(value) ? DBNull.Value : value;
        }
    }

    private static void Set<T>(NpgsqlCommand command, int index, T value) =>
        ((NpgsqlParameter<T>)command.Parameters[index]).TypedValue = value;

    private static NpgsqlCommand Prepare(NpgsqlConnection connection, string sql, int values,
        params ReadOnlySpan<NpgsqlDbType> types)
    {
        var command = new NpgsqlCommand(sql, connection);
        foreach (var type in types)
        {
            // The server expects a timestamptz as microseconds since 2000.
            command.Parameters.Add(type is NpgsqlDbType.Bigint or NpgsqlDbType.TimestampTz
                ? new NpgsqlParameter<long> { NpgsqlDbType = type }
                : new NpgsqlParameter<int> { NpgsqlDbType = type });
        }

        for (int i = 0; i < values; i++)
        {
            command.Parameters.Add(new NpgsqlParameter { NpgsqlDbType = NpgsqlDbType.Double });
        }

        command.Prepare();
        return command;
    }
}
