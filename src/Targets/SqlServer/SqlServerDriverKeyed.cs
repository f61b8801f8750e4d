using System.Data;
using System.Globalization;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using Microsoft.Data.SqlClient;

namespace DbIngest.Targets.SqlServer;

/// <summary>
/// Reads and changes single records through SqlClient's commands with typed parameters, which SqlClient sends by sp_executesql.
/// <see cref="SqlServerDriverLoad"/> creates one at the first operation of a mix, and <see cref="SqlServerWriter"/> calls it on
/// the timed path, one thread at a time. A deletion does not tell whether the record existed. SqlClient boxes each parameter.
/// </summary>
internal sealed class SqlServerDriverKeyed : IKeyedRecords, IDisposable
{
    private readonly SqlCommand _scan;
    private readonly SqlCommand _update;
    private readonly SqlCommand _updateIf;
    private readonly SqlCommand _delete;
    private readonly double[] _values;

    /// <summary>Makes the commands. Sends nothing.</summary>
    /// <param name="connection">The connection.</param>
    /// <param name="table">The table and its statements.</param>
    /// <param name="timeout">Timeout of one request, rounded up to whole seconds.</param>
    public SqlServerDriverKeyed(SqlConnection connection, SqlServerTable table, TimeSpan timeout)
    {
        _values = new double[table.ValueCount];
        SqlDbType[] changes = [SqlDbType.Int, SqlDbType.BigInt, SqlDbType.Int, .. _values.Select(_ => SqlDbType.Float)];
        _scan = Command(connection, timeout, table.Scan, SqlDbType.Int, SqlDbType.BigInt, SqlDbType.BigInt);
        _update = Command(connection, timeout, table.Update, changes);
        _updateIf = Command(connection, timeout, table.UpdateIf, [.. changes, SqlDbType.Int]);
        _delete = Command(connection, timeout, SqlServerTable.Delete, SqlDbType.Int, SqlDbType.BigInt);
    }

    public void Read(int source, long first, int count, IRecordReceiver found)
    {
        _scan.Parameters[0].Value = source;
        _scan.Parameters[1].Value = first;
        _scan.Parameters[2].Value = first + count;
        using var rows = _scan.ExecuteReader();
        while (rows.Read())
        {
            for (int i = 0; i < _values.Length; i++)
            {
                _values[i] = rows.IsDBNull(4 + i) ? double.NaN : rows.GetDouble(4 + i);
            }

            found.Add(rows.GetInt32(0), rows.GetInt64(1), rows.GetInt64(2), (uint)rows.GetInt32(3), _values);
        }
    }

    public void Update(RecordBatch record) => Bind(_update, record).ExecuteNonQuery();

    public bool UpdateIf(RecordBatch record, uint quality)
    {
        Bind(_updateIf, record).Parameters[3 + _values.Length].Value = (int)quality;
        return _updateIf.ExecuteNonQuery() > 0;
    }

    public bool? Delete(int source, long sequence)
    {
        _delete.Parameters[0].Value = source;
        _delete.Parameters[1].Value = sequence;
        _delete.ExecuteNonQuery();
        return null;
    }

    public void Dispose()
    {
        _scan.Dispose();
        _update.Dispose();
        _updateIf.Dispose();
        _delete.Dispose();
    }

    private static SqlCommand Bind(SqlCommand command, RecordBatch record)
    {
        command.Parameters[0].Value = record.Source;
        command.Parameters[1].Value = record.FirstSequence;
        command.Parameters[2].Value = (int)record.Qualities[0];
        for (int column = 0; column < record.Schema.ValueCount; column++)
        {
            double value = record.Values[column * record.Capacity];
            command.Parameters[3 + column].Value = double.IsNaN(value) ? DBNull.Value : value;
        }

        return command;
    }

    private static SqlCommand Command(SqlConnection connection, TimeSpan timeout, string sql,
        params ReadOnlySpan<SqlDbType> types)
    {
        var command = new SqlCommand(sql, connection)
        {
            CommandTimeout = (int)Math.Clamp(Math.Ceiling(timeout.TotalSeconds), 1, int.MaxValue),
        };
        for (int i = 0; i < types.Length; i++)
        {
            command.Parameters.Add(new SqlParameter(string.Create(CultureInfo.InvariantCulture, $"@p{i + 1}"), types[i]));
        }

        return command;
    }
}
