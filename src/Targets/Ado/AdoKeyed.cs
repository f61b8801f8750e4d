using System.Data;
using System.Data.Common;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;

namespace DbIngest.Targets.Ado;

/// <summary>
/// The prepared commands on single records over one connection. <see cref="AdoWriter"/> creates it at the first operation of a
/// mix and calls it on the timed path. ADO.NET's parameters take objects, so each value is boxed. One thread at a time calls
/// it.
/// </summary>
/// <remarks>
/// Each change is one transaction, and the commit is sent once the change is acknowledged. If the commit's answer is lost,
/// the server holds the record's lock until it has committed or rolled back, so that a repeated change comes after it.
/// </remarks>
internal sealed class AdoKeyed : IKeyedRecords, IDisposable
{
    private readonly AdoSessions _sessions;
    private readonly DbConnection _connection;
    private readonly double[] _values;
    private readonly DbCommand _scan;
    private readonly DbCommand _update;
    private readonly DbCommand _updateIf;
    private readonly DbCommand _delete;
    private readonly HashSet<DbCommand> _prepared = [];

    /// <summary>Creates the commands. Each is prepared at its first execution.</summary>
    /// <param name="connection">The open connection.</param>
    /// <param name="sessions">Timeout and dialect.</param>
    /// <param name="table">The table and its statements.</param>
    public AdoKeyed(DbConnection connection, AdoSessions sessions, AdoTable table)
    {
        (_connection, _sessions) = (connection, sessions);
        _values = new double[table.Schema.ValueCount];
        DbType[] changes = [DbType.Int32, .. _values.Select(_ => DbType.Double), DbType.Int32, DbType.Int64];
        _scan = Command(table.Scan, DbType.Int32, DbType.Int64, DbType.Int64);
        _update = Command(table.Update, changes);
        _updateIf = Command(table.UpdateIf, [.. changes, DbType.Int32]);
        _delete = Command(table.Delete, DbType.Int32, DbType.Int64);
    }

    /// <summary>True while a commit may have been sent: before that, nothing of a change can be stored.</summary>
    public bool IsCommitting { get; private set; }

    /// <summary>Reads the records of a range of sequence numbers.</summary>
    public void Read(int source, long first, int count, IRecordReceiver found)
    {
        IsCommitting = false;
        _scan.Parameters[0].Value = source;
        _scan.Parameters[1].Value = first;
        _scan.Parameters[2].Value = first + count;
        using var reader = Prepared(_scan).ExecuteReader();
        while (reader.Read())
        {
            AdoColumns.Values(reader, _values);
            found.Add((int)AdoColumns.Whole(reader, 0), AdoColumns.Whole(reader, 1), AdoColumns.Whole(reader, 2),
                (uint)(int)AdoColumns.Whole(reader, 3), _values);
        }
    }

    /// <summary>Sets quality and values of the record of a batch of one.</summary>
    public void Update(RecordBatch record)
    {
        Bind(_update, record);
        Execute(_update);
    }

    /// <summary>Sets quality and values of the record of a batch of one if it has a certain quality.</summary>
    /// <returns>True if it had.</returns>
    /// <exception cref="NotSupportedException">The provider does not report how many rows it changed.</exception>
    public bool UpdateIf(RecordBatch record, uint quality)
    {
        int end = Bind(_updateIf, record);
        _updateIf.Parameters[end].Value = (int)quality;
        int changed = Execute(_updateIf);
        return changed >= 0 ? changed > 0
            : throw new NotSupportedException(
                "The provider does not say how many rows an UPDATE changed, which a condition needs.");
    }

    /// <summary>Deletes one record.</summary>
    /// <returns>Null: not every provider tells whether the record existed.</returns>
    public bool? Delete(int source, long sequence)
    {
        _delete.Parameters[0].Value = source;
        _delete.Parameters[1].Value = sequence;
        Execute(_delete);
        return null;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _scan.Dispose();
        _update.Dispose();
        _updateIf.Dispose();
        _delete.Dispose();
    }

    private static int Bind(DbCommand command, RecordBatch record)
    {
        int at = 0;
        command.Parameters[at++].Value = (int)record.Qualities[0];
        for (int column = 0; column < record.Schema.ValueCount; column++)
        {
            double value = record.Values[column * record.Capacity];
            command.Parameters[at++].Value = double.IsNaN(value) ? DBNull.Value : value;
        }

        command.Parameters[at++].Value = record.Source;
        command.Parameters[at++].Value = record.FirstSequence;
        return at;
    }

    private int Execute(DbCommand command)
    {
        IsCommitting = false;
        using var transaction = _connection.BeginTransaction();
        command.Transaction = transaction;
        int changed = Prepared(command).ExecuteNonQuery();
        IsCommitting = true;
        transaction.Commit();
        command.Transaction = null;
        return changed;
    }

    private DbCommand Prepared(DbCommand command)
    {
        if (_prepared.Add(command))
        {
            command.Prepare();
        }

        return command;
    }

    private DbCommand Command(string sql, params ReadOnlySpan<DbType> types)
    {
        var command = _sessions.Command(_connection, sql);
        for (int i = 0; i < types.Length; i++)
        {
            var parameter = command.CreateParameter();
            parameter.ParameterName = _sessions.Dialect.ParameterName(i);
            parameter.DbType = types[i];
            command.Parameters.Add(parameter);
        }

        return command;
    }
}
