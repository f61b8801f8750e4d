using System.Data.Common;
using DbIngest.Abstractions.Records;

namespace DbIngest.Targets.Ado;

/// <summary>
/// The statements that store rows over one connection, created once per number of rows and, except a <c>DbBatch</c>, prepared.
/// <see cref="AdoWriter"/> creates it per connection and calls it on the timed path, within the batch's transaction, which it
/// must not commit itself. One thread at a time.
/// </summary>
internal sealed class AdoStatements : IDisposable
{
    private readonly DbConnection _connection;
    private readonly AdoSessions _sessions;
    private readonly Dialect _dialect;
    private readonly AdoTable _table;
    private readonly bool _isBatch;
    private readonly bool _isArray;
    private readonly Dictionary<int, Prepared> _prepared = [];

    public AdoStatements(DbConnection connection, AdoSessions sessions, AdoTable table, AdoEndpoint endpoint)
    {
        _connection = connection;
        _sessions = sessions;
        _dialect = sessions.Dialect;
        _table = table;
        _isBatch = endpoint.Way == "batch";
        _isArray = endpoint.Way == "array";
        MaxRows = _isBatch || _isArray ? endpoint.Rows : _dialect["rows"] == "single" ? 1
            : Math.Clamp(endpoint.Rows, 1, Math.Max(1, _dialect.MaxParameters / table.Columns));
    }

    /// <summary>
    /// Most rows per call: <c>rows</c> of the endpoint, or fewer where the dialect allows fewer parameters in a statement.
    /// </summary>
    public int MaxRows { get; }

    /// <summary>Stores rows of a batch.</summary>
    /// <returns>Number of rows that the provider reports as stored. -1 if it does not report it.</returns>
    public int Write(RecordBatch batch, int firstRow, int rows, DbTransaction transaction)
    {
        if (!_prepared.TryGetValue(rows, out var prepared))
        {
            _prepared[rows] = prepared = _isBatch ? OfBatch(rows) : _isArray ? OfArrays(rows) : OfCommand(rows);
        }

        prepared.Set(batch, firstRow);
        return prepared.Execute(transaction);
    }

    public void Dispose()
    {
        foreach (var prepared in _prepared.Values)
        {
            prepared.Statement.Dispose();
        }
    }

    private Prepared OfCommand(int rows)
    {
        var command = _sessions.Command(_connection, _table.Insert(rows));
        var all = Enumerable.Range(0, rows)
            .Select(row => new AdoRow(command.CreateParameter, _dialect, row * _table.Columns, _table.Columns)).ToArray();
        foreach (var row in all)
        {
            command.Parameters.AddRange(row.Parameters);
        }

        return new(command, Each(all), Execute(command));
    }

    private Prepared OfArrays(int rows)
    {
        var command = _sessions.Command(_connection, _table.Insert(1));
        return new(command, new AdoArrays(command, _dialect, _table.Columns, rows).Set, Execute(command));
    }

    private Prepared OfBatch(int rows)
    {
        var batch = _connection.CreateBatch();
        batch.Timeout = _sessions.TimeoutS;
        string sql = _table.Insert(1);
        var all = new AdoRow[rows];
        for (int row = 0; row < rows; row++)
        {
            var command = batch.CreateBatchCommand();
            command.CommandText = sql;
            all[row] = new AdoRow(command.CreateParameter, _dialect, 0, _table.Columns);
            command.Parameters.AddRange(all[row].Parameters);
            batch.BatchCommands.Add(command);
        }

        return new(batch, Each(all), transaction =>
        {
            batch.Transaction = transaction;
            return batch.ExecuteNonQuery();
        });
    }

    private static Func<DbTransaction, int> Execute(DbCommand command)
    {
        bool isPrepared = false;
        return transaction =>
        {
            command.Transaction = transaction;
            if (!isPrepared)
            {
                command.Prepare();
                isPrepared = true;
            }

            return command.ExecuteNonQuery();
        };
    }

    private static Action<RecordBatch, int> Each(AdoRow[] rows) => (batch, first) =>
    {
        for (int row = 0; row < rows.Length; row++)
        {
            rows[row].Set(batch, first + row);
        }
    };

    /// <summary>A statement for a fixed number of rows: how to set its values and how to execute it.</summary>
    private sealed record Prepared(IDisposable Statement, Action<RecordBatch, int> Set, Func<DbTransaction, int> Execute);
}
