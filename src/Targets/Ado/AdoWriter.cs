using System.Data.Common;
using System.Globalization;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Ado;

/// <summary>
/// Writes the batches of one lane through any ADO.NET provider, one transaction per batch, over its own connection.
/// <see cref="AdoTarget"/> opens one per lane, and the lane's thread calls it. It never retries.
/// </summary>
internal sealed class AdoWriter : IBatchWriter, IConditionalUpdates
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
        var connection = _connection
            ?? throw new BatchWriteException("The writer has no connection.", isTransient: true, isAmbiguous: false);
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
    public void Read(int source, long sequence, IRecordReceiver found) => Scan(source, sequence, 1, found);

    /// <inheritdoc/>
    public void Scan(int source, long first, int count, IRecordReceiver found) =>
        Operate((source, first, count, found), static (keyed, x) =>
        {
            keyed.Read(x.source, x.first, x.count, x.found);
            return true;
        });

    /// <inheritdoc/>
    public void Update(RecordBatch record) => Operate(record, static (keyed, x) =>
    {
        keyed.Update(x);
        return true;
    });

    /// <inheritdoc/>
    public bool UpdateIf(RecordBatch record, uint quality) =>
        Operate((record, quality), static (keyed, x) => keyed.UpdateIf(x.record, x.quality));

    /// <inheritdoc/>
    public void Delete(int source, long sequence) =>
        Operate((source, sequence), static (keyed, x) =>
        {
            keyed.Delete(x.source, x.sequence);
            return true;
        });

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

    private bool Operate<T>(T needed, Func<AdoKeyed, T, bool> operation)
    {
        var connection = _connection
            ?? throw new BatchWriteException("The writer has no connection.", isTransient: true, isAmbiguous: false);
        try
        {
            return operation(_keyed ??= new AdoKeyed(connection, _sessions, _table), needed);
        }
        catch (Exception e) when (AdoErrors.IsProviders(e))
        {
            var failure = AdoErrors.OfWrite(e, connection, _sessions.Dialect, _keyed is { IsCommitting: true });
            Abandon();
            throw failure;
        }
    }

    private void Connect()
    {
        _connection = _sessions.Open();
        if (_endpoint.Way == "bulkcopy")
        {
            _copy = new AdoBulkCopy(_sessions.Provider, _connection, _table.Name, _sessions.Timeout);
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
