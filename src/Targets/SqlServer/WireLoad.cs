using DbIngest.Abstractions.Records;
using DbIngest.Wire.Tds;

namespace DbIngest.Targets.SqlServer;

/// <summary>Writes batches by bulk loads of our own client.</summary>
internal sealed class WireLoad : ISqlServerSession
{
    private readonly TdsConnection _connection;
    private readonly TdsBulkTable _table;
    private readonly SqlServerRowEncoder _encoder;
    private readonly int _rowsALoad;

    /// <summary>Takes a connection over.</summary>
    /// <param name="connection">The connection.</param>
    /// <param name="table">The table.</param>
    /// <param name="rowsALoad">Rows a bulk load; 0 for all of a batch.</param>
    /// <param name="valueCount">Values a record.</param>
    public WireLoad(TdsConnection connection, SqlServerTable table, int rowsALoad, int valueCount)
    {
        _connection = connection;
        _table = table.Bulk;
        _rowsALoad = rowsALoad == 0 ? int.MaxValue : rowsALoad;
        _encoder = new SqlServerRowEncoder(valueCount);
        Session = new SqlServerWireSession(connection);
    }

    public ISqlSession Session { get; }

    public bool IsCompleting { get; private set; }

    public long? Load(RecordBatch batch)
    {
        IsCompleting = false;
        if (batch.Count <= _rowsALoad)
        {
            var load = _connection.BulkLoad(_table);
            _encoder.WriteTo(batch, 0, batch.Count, load);
            IsCompleting = true;
            return load.Complete();
        }

        long stored = 0;
        _connection.Execute("BEGIN TRANSACTION");
        for (int row = 0; row < batch.Count; row += _rowsALoad)
        {
            var load = _connection.BulkLoad(_table);
            _encoder.WriteTo(batch, row, Math.Min(_rowsALoad, batch.Count - row), load);
            stored += load.Complete(commits: false);
        }

        IsCompleting = true;
        _connection.Execute("COMMIT TRANSACTION");
        return stored;
    }

    public void Dispose() => _connection.Dispose();
}
