using System.Data.Common;
using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Ado;

/// <summary>
/// Writes the batches of one lane through any ADO.NET provider, over its own connection: one transaction per batch, except
/// that the provider's class for bulk copy commits by itself. <see cref="AdoTarget"/> opens one per lane, and the lane's
/// thread calls it. It never retries. A failure drops the connection, and <see cref="Recover"/> or <see cref="Restore"/> opens
/// another. A batch of which the database reports fewer stored rows is rolled back and fails.
/// </summary>
internal sealed class AdoWriter : KeyedWriter<AdoKeyed>, IBatchWriter, IConditionalUpdates
{
    private readonly AdoSessions _sessions;
    private readonly AdoTable _table;
    private readonly AdoEndpoint _endpoint;
    private readonly AdoBatchReader _reader;
    private DbConnection? _connection;
    private AdoStatements? _statements;
    private AdoBulkCopy? _copy;
    private AdoKeyed? _keyed;

    /// <summary>Connects.</summary>
    /// <param name="sessions">Opens connections.</param>
    /// <param name="table">The table and its statements.</param>
    /// <param name="endpoint">The write method: bulk copy, or a kind of statement.</param>
    /// <exception cref="TargetException">The database cannot be reached.</exception>
    public AdoWriter(AdoSessions sessions, AdoTable table, AdoEndpoint endpoint)
    {
        _sessions = sessions;
        _table = table;
        _endpoint = endpoint;
        _reader = new AdoBatchReader(table.Schema);
        Connect();
    }

    /// <inheritdoc/>
    public void Write(RecordBatch batch)
    {
        var connection = Connection();
        bool isCommitting = false;
        long stored = 0;
        try
        {
            if (_copy is not null)
            {
                _reader.Begin(batch);
                _copy.Write(_reader);
                return;
            }

            var statements = _statements!;
            using var transaction = connection.BeginTransaction();
            for (int row = 0; row < batch.Count; row += statements.MaxRows)
            {
                int rows = Math.Min(statements.MaxRows, batch.Count - row);
                int done = statements.Write(batch, row, rows, transaction);

                // Some providers report no row count.
                stored += done < 0 ? rows : done;
            }

            if (stored == batch.Count)
            {
                isCommitting = true;
                transaction.Commit();
                return;
            }
        }
        catch (Exception e) when (AdoErrors.IsProviders(e))
        {
            // The provider's bulk-copy class commits by itself, in some providers in parts.
            var failure = AdoErrors.OfWrite(e, connection, _sessions.Dialect, isCommitting, isBulkCopy: _copy is not null);
            Abandon();
            throw failure;
        }

        Abandon();
        throw new BatchWriteException(
            string.Create(CultureInfo.InvariantCulture,
                $"The database stored {stored} rows of {batch.Count}: does a trigger drop some? Nothing was committed."),
                isTransient: false, isAmbiguous: false);
    }

    /// <inheritdoc/>
    public BatchFate Recover(RecordBatch batch, bool inDoubt = true)
    {
        Abandon();
        try
        {
            var fate = inDoubt ? AdoRecovery.Settle(_sessions, _table, batch) : BatchFate.Absent;
            Connect();
            return fate;
        }
        catch (Exception e) when (e is TargetException || AdoErrors.IsProviders(e))
        {
            throw new BatchWriteException($"The fate of the batch is not known yet: {AdoErrors.Describe(e)}", isTransient: true,
                isAmbiguous: inDoubt, e);
        }
    }

    /// <inheritdoc/>
    public void Restore()
    {
        Abandon();
        try
        {
            Connect();
        }
        catch (Exception e) when (e is TargetException || AdoErrors.IsProviders(e))
        {
            throw new BatchWriteException($"The database cannot be reached: {AdoErrors.Describe(e)}", isTransient: true,
                isAmbiguous: true, e);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => Abandon();

    protected override AdoKeyed Keyed() => _keyed ??= new AdoKeyed(Connection(), _sessions, _table);

    protected override bool IsFailure(Exception error) => AdoErrors.IsProviders(error);

    protected override BatchWriteException Failed(Exception error)
    {
        var failure = AdoErrors.OfWrite(error, _connection!, _sessions.Dialect, _keyed is { IsCommitting: true });
        Abandon();
        return failure;
    }

    private DbConnection Connection() => _connection
        ?? throw new BatchWriteException("The writer has no connection.", isTransient: true, isAmbiguous: false);

    private void Connect()
    {
        _connection = _sessions.Open();
        if (_endpoint.Way == "bulkcopy")
        {
            _copy = new AdoBulkCopy(_sessions.Provider, _connection, _table.Name, _sessions.TimeoutS);
        }
        else
        {
            _statements = new AdoStatements(_connection, _sessions, _table, _endpoint);
        }
    }

    private void Abandon()
    {
        try
        {
            _copy?.Dispose();
            _statements?.Dispose();
            _keyed?.Dispose();
            _connection?.Dispose();
        }
        catch (Exception e) when (AdoErrors.IsProviders(e))
        {
            // The connection is broken already.
        }

        (_copy, _statements, _keyed, _connection) = (null, null, null, null);
    }
}
