using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.Volt;

namespace DbIngest.Targets.Volt;

/// <summary>
/// Writes the batches of one lane into VoltDB over its own connection. <see cref="VoltTarget"/> creates one per lane. One
/// thread at a time calls it, and a cancellation closes the connection from another thread. A batch takes one or several
/// procedure calls, of which up to <see cref="VoltEndpoint.Calls"/> may wait for an answer at once. Each call is a transaction,
/// but a batch of several calls is none: <see cref="Recover"/> erases a partly stored batch before it is written again. It
/// never retries, except for a call that the server refuses because the table has got more columns (<see cref="StoreLate"/>).
/// </summary>
internal sealed class VoltWriter : IBatchWriter, IConditionalUpdates
{
    private readonly VoltSessions _server;
    private readonly VoltTrialTable _records;
    private readonly int _source;
    private readonly VoltCalls _encoder;
    private readonly int _rows;
    private readonly int _window;
    private readonly VoltRequest _request = new(64 * 1024);
    private readonly double[] _values;

    // First records of the calls of a batch that did not succeed. Null unless the table gets more columns and calls carry tables.
    private readonly List<int>? _unstored;
    private readonly CancellationTokenRegistration _interruption;
    private volatile bool _isCut;
    private bool _anySent;
    private VoltConnection? _connection;
    private VoltLostSession? _suspect;

    /// <summary>Connects to a node.</summary>
    /// <param name="server">The server or cluster.</param>
    /// <param name="records">The table and its procedures.</param>
    /// <param name="endpoint">Rows per call, and unanswered calls at once.</param>
    /// <param name="source">The writer's source. Sources are spread over the nodes by number.</param>
    /// <param name="cancellation">Closes the connection when triggered, which ends a pending call.</param>
    /// <exception cref="WireException">The server cannot be reached or rejects the login.</exception>
    public VoltWriter(
        VoltSessions server, VoltTrialTable records, VoltEndpoint endpoint, int source, CancellationToken cancellation)
    {
        _server = server;
        _records = records;
        _encoder = new VoltCalls(records, endpoint.IsLoad);
        _rows = endpoint.Rows;
        _window = endpoint.Calls;
        _values = new double[records.Schema.ValueCount];
        _unstored = endpoint.IsLoad && records.AwaitsValues ? [] : null;
        _source = source;
        _connection = server.Open(node: source);
        _interruption = cancellation.Register(Cut);
    }

    /// <inheritdoc/>
    public void Write(RecordBatch batch)
    {
        var connection = Opened();
        VoltServerException? failure;
        long stored;
        _anySent = false;
        try
        {
            stored = Store(connection, batch, out failure);
            if (failure is not null && _unstored is not null)
            {
                stored += StoreLate(connection, batch, _unstored, ref failure);
            }
        }
        catch (WireException e)
        {
            Abandon();
            throw VoltErrors.OfWrite(e);
        }
        catch (BatchWriteException e) when (_anySent)
        {
            // A later record of the batch cannot be encoded, while earlier ones were already sent.
            Abandon();
            throw new BatchWriteException(e.Message, e.IsTransient, isAmbiguous: true, e);
        }

        if (failure is not null)
        {
            throw VoltErrors.OfWrite(failure, isPart: stored > 0);
        }

        if (stored != batch.Count)
        {
            throw new BatchWriteException($"The server acknowledged {stored} records of {batch.Count}.", isTransient: false,
                isAmbiguous: true);
        }
    }

    /// <inheritdoc/>
    public BatchFate Recover(RecordBatch batch, bool inDoubt = true)
    {
        try
        {
            var connection = Connection();
            return inDoubt ? Settle(connection, batch) : BatchFate.Absent;
        }
        catch (WireException e)
        {
            Abandon();
            var error = VoltErrors.OfWrite(e);
            throw new BatchWriteException($"The fate of the batch is not known yet: {error.Message}", error.IsTransient,
                isAmbiguous: inDoubt, e);
        }
    }

    /// <inheritdoc/>
    public void Read(int source, long sequence, IRecordReceiver found) => Scan(source, sequence, 1, found);

    /// <inheritdoc/>
    public void Scan(int source, long first, int count, IRecordReceiver found)
    {
        VoltCalls.Range(_request.Clear(), _records.Scan, source, first, first + count - 1);
        Operate(found);
    }

    /// <inheritdoc/>
    public void Update(RecordBatch record)
    {
        _encoder.Update(_request.Clear(), record);
        Operate(found: null);
    }

    /// <inheritdoc/>
    public bool UpdateIf(RecordBatch record, uint quality)
    {
        _encoder.UpdateIf(_request.Clear(), record, quality);
        return Operate(found: null) > 0;
    }

    /// <inheritdoc/>
    public void Delete(int source, long sequence)
    {
        VoltCalls.Range(_request.Clear(), _records.Erase, source, sequence, sequence);
        Operate(found: null);
    }

    /// <inheritdoc/>
    public void Restore()
    {
        try
        {
            Connection();
        }
        catch (WireException e)
        {
            Abandon();
            throw new BatchWriteException($"The server cannot be reached: {e.Message}", isTransient: true, isAmbiguous: true, e);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _interruption.Dispose();
        _connection?.Dispose();
        _connection = null;
    }

    /// <summary>
    /// Sends the calls of a batch, never more unanswered ones than the window allows, and receives all answers. After a failed
    /// call it sends no more, but still receives, so that no call is unanswered when it returns.
    /// </summary>
    /// <returns>The records that the server acknowledged.</returns>
    private long Store(VoltConnection connection, RecordBatch batch, out VoltServerException? failure)
    {
        int group = Math.Max(1, _window / 2);
        long stored = 0;
        int next = 0;
        failure = null;
        _unstored?.Clear();
        while (next < batch.Count || connection.Unanswered > 0)
        {
            if (next < batch.Count && failure is null && (connection.Unanswered == 0 || connection.Unanswered + group <= _window))
            {
                _request.Clear();
                for (int i = 0; i < group && next < batch.Count; i++)
                {
                    int count = Math.Min(_rows, batch.Count - next);
                    _encoder.Store(_request, batch, next, count);
                    next += count;
                }

                _anySent = true;
                connection.Send(_request);
                continue;
            }

            if (connection.Unanswered == 0)
            {
                break;
            }

            var answer = connection.Receive();
            if (answer.IsSuccess)
            {
                stored += answer.Number();
                continue;
            }

            _unstored?.Add((int)answer.Handle);
            if (failure is null || VoltErrors.IsInDoubt(answer.Status))
            {
                // The batch is in doubt if any of its calls is, whatever the others answered.
                failure = new VoltServerException(answer.Status, answer.Words);
            }
        }

        for (; _unstored is not null && next < batch.Count; next += _rows)
        {
            _unstored.Add(next);
        }

        return stored;
    }

    /// <summary>
    /// Sends the calls of a batch again that did not succeed, with NULL in the columns that the table got after the batch was
    /// made (<c>--add-values</c>). The server refuses such a call as a whole. Does nothing if the failure has another reason.
    /// </summary>
    /// <param name="connection">The connection, without unanswered calls.</param>
    /// <param name="batch">The batch.</param>
    /// <param name="unstored">First records of the calls.</param>
    /// <param name="failure">
    /// Why calls failed. Null afterwards if all succeeded, and the new failure if one failed again.
    /// </param>
    /// <returns>The records that the server acknowledged now.</returns>
    private long StoreLate(VoltConnection connection, RecordBatch batch, List<int> unstored, ref VoltServerException? failure)
    {
        if (_encoder.IsPadded || failure is not { Status: VoltStatus.UserAbort or VoltStatus.GracefulFailure })
        {
            return 0;
        }

        long stored = 0;
        try
        {
            var added = _records.Lacking(VoltCatalog.Columns(connection, _records.Name));
            if (added.Count == 0)
            {
                return 0;
            }

            _encoder.Pad(added);
            failure = null;
            foreach (int first in unstored)
            {
                _encoder.Store(_request.Clear(), batch, first, Math.Min(_rows, batch.Count - first));
                stored += connection.Call(_request).Number();
            }
        }
        catch (VoltServerException e)
        {
            failure = e;
        }

        return stored;
    }

    /// <summary>
    /// Counts the batch's records and erases them unless all are stored exactly once. Without a key this reads the whole
    /// partition.
    /// </summary>
    private BatchFate Settle(VoltConnection connection, RecordBatch batch)
    {
        long last = batch.FirstSequence + batch.Count - 1;
        var table = connection.Call(VoltCalls.Range(_request.Clear(), _records.Count, batch.Source, batch.FirstSequence, last))
            .Table();
        table.TryRead(out var row);
        var (all, distinct) = (row.Int64(), row.Int64());
        if (all == batch.Count && distinct == batch.Count)
        {
            return BatchFate.Stored;
        }

        if (all > 0)
        {
            connection.Call(VoltCalls.Range(_request.Clear(), _records.Erase, batch.Source, batch.FirstSequence, last));
        }

        return BatchFate.Absent;
    }

    /// <summary>
    /// Runs the call that the caller has encoded into the request buffer, and passes the records of its answer to
    /// <paramref name="found"/>. Null for a call that changes records.
    /// </summary>
    /// <returns>The rows that a change affected. 0 for a read.</returns>
    private long Operate(IRecordReceiver? found)
    {
        var connection = Opened();
        try
        {
            if (found is null)
            {
                return connection.Call(_request).Number();
            }

            var table = connection.Call(_request).Table();
            while (table.TryRead(out var row))
            {
                var (source, sequence, timestamp, quality) = VoltRow.Read(ref row, _values);
                found.Add(source, sequence, timestamp, quality, _values);
            }

            return 0;
        }
        catch (VoltServerException e) when (!connection.IsBroken)
        {
            throw VoltErrors.OfWrite(e);
        }
        catch (WireException e)
        {
            Abandon();
            throw VoltErrors.OfWrite(e);
        }
    }

    private VoltConnection Opened() => _connection
        ?? throw new BatchWriteException("The writer has no connection.", isTransient: true, isAmbiguous: false);

    /// <summary>
    /// Returns the connection. After a loss, opens a new connection and waits until no request of the lost one can take effect
    /// any more.
    /// </summary>
    private VoltConnection Connection()
    {
        if (_connection is null)
        {
            var opened = _server.Open(node: _source);
            Volatile.Write(ref _connection, opened);
            if (_isCut)
            {
                opened.Dispose();
            }
        }

        _suspect?.EnsureGone(_connection, _server.Timeout);
        _suspect = null;
        return _connection;
    }

    private void Cut()
    {
        _isCut = true;
        Volatile.Read(ref _connection)?.Dispose();
    }

    /// <summary>
    /// Drops the connection. The server may still run calls that it has received, so <see cref="Connection"/> must wait until the
    /// server no longer lists the session (<see cref="VoltLostSession"/>).
    /// </summary>
    private void Abandon()
    {
        if (_connection is { } connection)
        {
            // Keep an earlier suspect session, whose end is not confirmed yet. The connection that is dropped now was only to
            // confirm that end and has written nothing.
            _suspect ??= VoltLostSession.Of(connection);
            connection.Dispose();
            _connection = null;
        }
    }
}
