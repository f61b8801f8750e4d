using DbIngest.Abstractions.Records;
using DbIngest.Wire.Tds;

namespace DbIngest.Targets.SqlServer;

/// <summary>
/// Writes batches through bulk loads of DbIngest's own client, on the lane's thread. <see cref="SqlServerWireSessions"/> opens
/// one for a writer, which owns it and drops it after a failure. A batch with more rows than the endpoint's option <c>batch</c>
/// is several loads in one transaction, which is committed only if the server took every row. It allocates nothing per record.
/// </summary>
internal sealed class SqlServerWireLoad : ISqlServerLoad
{
    private readonly TdsConnection _connection;
    private readonly TdsBulkTable _table;
    private readonly SqlServerRowEncoder _encoder;
    private readonly int _rowsPerLoad;
    private readonly SqlServerTable _records;
    private SqlServerWireKeyed? _keyed;

    /// <summary>Takes ownership of a connection.</summary>
    /// <param name="connection">The connection.</param>
    /// <param name="table">The table.</param>
    /// <param name="rowsPerLoad">Rows per bulk load. 0 for the whole batch.</param>
    public SqlServerWireLoad(TdsConnection connection, SqlServerTable table, int rowsPerLoad)
    {
        _connection = connection;
        _records = table;
        _table = table.Bulk;
        _rowsPerLoad = rowsPerLoad == 0 ? int.MaxValue : rowsPerLoad;
        _encoder = new SqlServerRowEncoder(table.ValueCount);
        Session = new SqlServerWireSession(connection);
    }

    public ISqlServerSession Session { get; }

    public IKeyedRecords Keyed => _keyed ??= new SqlServerWireKeyed(_connection, _records);

    public bool IsCompleting { get; private set; }

    public long? Load(RecordBatch batch)
    {
        IsCompleting = false;
        if (batch.Count <= _rowsPerLoad)
        {
            var load = _connection.BulkLoad(_table);
            _encoder.WriteTo(batch, 0, batch.Count, load);
            IsCompleting = true;
            return load.Complete();
        }

        long stored = 0;
        _connection.Execute("BEGIN TRANSACTION");
        for (int row = 0; row < batch.Count; row += _rowsPerLoad)
        {
            var load = _connection.BulkLoad(_table);
            _encoder.WriteTo(batch, row, Math.Min(_rowsPerLoad, batch.Count - row), load);
            stored += load.Complete(commits: false);
        }

        if (stored == batch.Count)
        {
            IsCompleting = true;
            _connection.Execute("COMMIT TRANSACTION");
        }

        return stored;
    }

    public void Dispose() => _connection.Dispose();
}
