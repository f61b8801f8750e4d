using DbIngest.Abstractions.Records;
using DbIngest.Targets.Servers;
using Microsoft.Data.SqlClient;

namespace DbIngest.Targets.SqlServer;

/// <summary>
/// Writes batches through the driver's SqlBulkCopy, synchronously on the lane's thread. <see cref="SqlServerDriverSessions"/>
/// opens one for a writer, which owns it and drops it after a failure. Without the endpoint's option <c>batch</c>, a batch is one
/// load that commits by itself, and with it several loads in one transaction. One thread at a time calls it.
/// </summary>
internal sealed class SqlServerDriverLoad : ISqlServerLoad
{
    private readonly SqlConnection _connection;
    private readonly SqlServerEndpoint _endpoint;
    private readonly SqlServerTable _table;
    private readonly TimeSpan _timeout;
    private readonly BatchReader _reader;
    private readonly SqlBulkCopy _copy;
    private SqlServerDriverKeyed? _keyed;
    private bool _isCommitting;

    /// <summary>Takes ownership of a connection.</summary>
    /// <param name="connection">The connection.</param>
    /// <param name="table">The table.</param>
    /// <param name="endpoint">How to store records.</param>
    /// <param name="timeout">Timeout of one request.</param>
    public SqlServerDriverLoad(SqlConnection connection, SqlServerTable table, SqlServerEndpoint endpoint, TimeSpan timeout)
    {
        _connection = connection;
        _endpoint = endpoint;
        _table = table;
        _timeout = timeout;
        _reader = new BatchReader(table.ValueCount);
        Session = new SqlServerDriverSession(connection, timeout);
        _copy = Copy(transaction: null);
    }

    public ISqlServerSession Session { get; }

    public IKeyedRecords Keyed => _keyed ??= new SqlServerDriverKeyed(_connection, _table, _timeout);

    // Without rows per load, a batch is one bulk load, which commits when its rows end. Otherwise the transaction commits.
    public bool IsCompleting => _isCommitting || (_reader.IsAtEnd && _endpoint.RowsPerLoad == 0);

    public long? Load(RecordBatch batch)
    {
        _isCommitting = false;
        _reader.Begin(batch, 0, batch.Count);
        if (_endpoint.RowsPerLoad == 0)
        {
            _copy.WriteToServer(_reader);
            return null;
        }

        using var transaction = _connection.BeginTransaction();
        using var copy = Copy(transaction);
        copy.WriteToServer(_reader);
        _isCommitting = true;
        transaction.Commit();
        return null;
    }

    public void Dispose()
    {
        try
        {
            _keyed?.Dispose();
            ((IDisposable)_copy).Dispose();
            _connection.Dispose();
        }
        catch (Exception e) when (DriverCalls.IsFailure(e))
        {
            // The connection is lost, and the server rolls back.
        }
    }

    private SqlBulkCopy Copy(SqlTransaction? transaction)
    {
        var copy = new SqlBulkCopy(_connection, _table.LocksTable ? SqlBulkCopyOptions.TableLock
            : SqlBulkCopyOptions.Default, transaction)
        {
            DestinationTableName = SqlServerTable.Name,
            BatchSize = _endpoint.RowsPerLoad,
            EnableStreaming = _endpoint.IsStreaming,
            BulkCopyTimeout = (int)Math.Clamp(Math.Ceiling(_timeout.TotalSeconds), 1, int.MaxValue),
        };
        int column = 0;
        foreach (string name in _table.Columns)
        {
            copy.ColumnMappings.Add(column++, name);
        }

        if (_table.IsOrdered)
        {
            copy.ColumnOrderHints.Add("source", SortOrder.Ascending);
            copy.ColumnOrderHints.Add("sequence", SortOrder.Ascending);
        }

        return copy;
    }
}
