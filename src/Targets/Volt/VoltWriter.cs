using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.Volt;

namespace DbIngest.Targets.Volt;

/// <summary>
/// Writes each batch on the source's thread and a connection of its own, as one call or as several of which some are unanswered at once. A call is a transaction, a batch of several is none: one
/// that failed is erased before it is sent again.
/// </summary>
internal sealed class VoltWriter : IBatchWriter, IRecordOperations
{
    private readonly VoltServer _server;
    private readonly VoltRecords _records;
    private readonly int _source;
    private readonly VoltCalls _encoder;
    private readonly int _rows;
    private readonly int _window;
    private readonly VoltRequest _request = new(64 * 1024);
    private readonly double[] _values;
    private readonly CancellationTokenRegistration _interruption;
    private volatile bool _isCut;
    private bool _anySent;
    private VoltConnection? _connection;
    private VoltSuspect? _suspect;

    /// <summary>Creates a writer, connected.</summary>
    /// <param name="server">The server.</param>
    /// <param name="records">The table.</param>
    /// <param name="endpoint">How batches go in.</param>
    /// <param name="source">The source that it belongs to: sources are spread over the nodes.</param>
    /// <param name="cancellation">Ends what it waits for.</param>
    /// <exception cref="WireException">The server cannot be reached, or refuses.</exception>
    public VoltWriter(VoltServer server, VoltRecords records, VoltEndpoint endpoint, int source, CancellationToken cancellation)
    {
        _server = server;
        _records = records;
        _encoder = new VoltCalls(records, endpoint.IsLoad);
        _rows = endpoint.Rows;
        _window = endpoint.Calls;
        _values = new double[records.Schema.ValueCount];
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
        }
        catch (WireException e)
        {
            Abandon();
            throw VoltErrors.OfWrite(e);
        }
        catch (BatchWriteException e) when (_anySent)
        {
            // A value that cannot be stored, behind records that are on their way.
            Abandon();
            throw new BatchWriteException(e.Message, e.IsTransient, isAmbiguous: true, e);
        }

        if (failure is not null)
        {
            throw VoltErrors.OfWrite(failure, isPart: stored > 0);
        }

        if (stored != batch.Count)
        {
            throw new BatchWriteException($"The server acknowledged {stored} records of {batch.Count}.", isTransient: false, isAmbiguous: true);
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
            throw new BatchWriteException($"The fate of the batch is not known yet: {error.Message}", error.IsTransient, isAmbiguous: inDoubt, e);
        }
    }

    /// <inheritdoc/>
    public void Read(int source, long sequence, ReadTally found) => Scan(source, sequence, 1, found);

    /// <inheritdoc/>
    public void Scan(int source, long first, int count, ReadTally found)
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

    /// <summary>Sends a batch's calls, as many at once as may be unanswered, and receives all answers, also after one that is a failure: nothing is on its way then.</summary>
    private long Store(VoltConnection connection, RecordBatch batch, out VoltServerException? failure)
    {
        int group = Math.Max(1, _window / 2);
        long stored = 0;
        int next = 0;
        failure = null;
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
            }
            else
            {
                failure ??= new VoltServerException(answer.Status, answer.Words);
            }
        }

        return stored;
    }

    /// <summary>Counts the batch's records, and erases them when they are not exactly all of it. Without a key that reads the partition.</summary>
    private BatchFate Settle(VoltConnection connection, RecordBatch batch)
    {
        long last = batch.FirstSequence + batch.Count - 1;
        var table = connection.Call(VoltCalls.Range(_request.Clear(), _records.Count, batch.Source, batch.FirstSequence, last)).Table();
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

    /// <summary>Carries out the call that was made, and hands on the records that it answers with.</summary>
    private void Operate(ReadTally? found)
    {
        var connection = Opened();
        try
        {
            var table = connection.Call(_request).Table();
            while (found is not null && table.TryRead(out var row))
            {
                var (source, sequence, timestamp, quality) = VoltRow.Read(ref row, _values);
                found.Add(source, sequence, timestamp, quality, _values);
            }
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

    private VoltConnection Opened() => _connection ?? throw new BatchWriteException("The writer has no connection.", isTransient: true, isAmbiguous: false);

    /// <summary>The connection, opened again when it was lost, once nothing of the lost one can arrive any more.</summary>
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

    /// <summary>Gives the connection up. The server may still be at work on what it has received.</summary>
    private void Abandon()
    {
        if (_connection is { } connection)
        {
            // One that is suspected already was not asked about to the end; the one by which it was has written nothing.
            _suspect ??= VoltSuspect.Of(connection);
            connection.Dispose();
            _connection = null;
        }
    }
}
