using System.Net.Sockets;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Http;
using DbIngest.Wire;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.Via;

/// <summary>
/// Writes the batches of one lane to the HTTP service, one request with a binary body per batch, and executes the operations of a
/// mix, one request each. <see cref="ServiceClientTarget"/> opens one per lane, and before a trial one for
/// <see cref="StoreProof"/> and one per client of <see cref="ServiceWarmUp"/>. The lane's thread calls it on the timed path, so
/// it reuses its buffers and allocates nothing per record. Source and sequence number are the key of the store, so the service
/// stores a batch once even if the batch is sent twice, unless the trial's table has no key. It never repeats a request itself.
/// </summary>
/// <remarks>
/// A request under way cannot be taken back, so <see cref="Recover"/> closes the connection first. It then counts the stored
/// records of the batch by reads, window by window.
/// </remarks>
internal sealed class ServiceWriter : IBatchWriter, IRecordOperations, IInstantReads, ISplitOperations
{
    private const int NotFound = 404;

    /// <summary>Records per window that <see cref="Recover"/> reads. The service returns at most 10,000.</summary>
    private const int WindowRecords = 5000;

    private readonly HttpSession _session;
    private readonly HttpTemplate _post;
    private readonly HttpTemplate _get;
    private readonly HttpTemplate _window;
    private readonly HttpTemplate _instant;
    private readonly HttpTemplate _put;
    private readonly HttpTemplate _delete;
    private readonly Lazy<ReadPromise> _promise;
    private readonly RecordAnswer _answer = new();
    private readonly CancellationTokenRegistration _interruption;
    private byte[] _body = [];
    private bool _isRead;

    // The status by which the answer to the last request may report an absent record. Null if such an answer is a failure.
    private int? _absent;

    /// <summary>Connects to the service.</summary>
    /// <param name="session">The connection. The writer disposes it, unless this constructor throws.</param>
    /// <param name="source">The source whose batches the writer writes.</param>
    /// <param name="promise">The promises of the database's reads, determined on first use.</param>
    /// <param name="hasKey">True if the store has a key, so that a batch which is sent twice is stored once.</param>
    /// <param name="cancellation">Cuts the connection, which fails a pending call.</param>
    /// <exception cref="WireException">The service cannot be reached.</exception>
    public ServiceWriter(HttpSession session, int source, Lazy<ReadPromise> promise, bool hasKey, CancellationToken cancellation)
    {
        const string Binary = "Content-Type: " + BatchBody.ContentType;
        string records = $"/v1/sources/{HttpTemplate.Number(0)}/records";
        string record = $"{records}/{HttpTemplate.Number(1)}";
        var connection = session.Connection();
        _session = session;
        _promise = promise;
        IsIdempotent = hasKey;
        _post = HttpTemplate.Make("POST", FormattableString.Invariant($"/v1/sources/{source}/batches"), 0, connection, Binary);
        _get = HttpTemplate.Make(record, 2, connection);
        _window = HttpTemplate.Make($"{records}?first={HttpTemplate.Number(1)}&count={HttpTemplate.Number(2)}", 3, connection);
        _instant = HttpTemplate.Make($"{records}?timestamp={HttpTemplate.Number(1)}", 2, connection);
        _put = HttpTemplate.Make("PUT", record, 2, connection, Binary);
        _delete = HttpTemplate.Make("DELETE", record, 2, connection);
        _interruption = cancellation.Register(session.Cut);
    }

    /// <inheritdoc/>
    public bool IsIdempotent { get; }

    /// <inheritdoc/>
    public bool MayLag => _promise.Value.MayLag;

    /// <inheritdoc/>
    public bool IsAtomic => _promise.Value.IsAtomic;

    /// <inheritdoc/>
    public bool SeesOwnChanges => _promise.Value.SeesOwnChanges;

    /// <inheritdoc/>
    public Socket? Answering => _session.Pending?.Socket;

    /// <inheritdoc/>
    public bool IsOverdue => _session.Pending is not { IsOverdue: false };

    /// <inheritdoc/>
    public void Write(RecordBatch batch)
    {
        SendBatch(batch);
        Receive(found: null);
    }

    /// <inheritdoc/>
    public BatchFate Recover(RecordBatch batch, bool inDoubt = true)
    {
        _session.Close();
        if (!inDoubt)
        {
            return BatchFate.Absent;
        }

        int stored = 0;
        for (int first = 0; first < batch.Count; first += WindowRecords)
        {
            stored += Window(batch.Source, batch.FirstSequence + first, Math.Min(WindowRecords, batch.Count - first), null);
        }

        return stored == batch.Count ? BatchFate.Stored : BatchFate.Absent;
    }

    /// <inheritdoc/>
    public void Read(int source, long sequence, IRecordReceiver found)
    {
        SendRead(source, sequence, count: 1);
        Receive(found);
    }

    /// <inheritdoc/>
    public void Scan(int source, long first, int count, IRecordReceiver found) => Window(source, first, count, found);

    /// <inheritdoc/>
    public void Find(int source, long timestamp, IRecordReceiver found)
    {
        Send(_instant, isRead: true, size: 0, source, timestamp);
        Receive(found);
    }

    /// <inheritdoc/>
    public void Update(RecordBatch record)
    {
        SendUpdate(record);
        Receive(found: null);
    }

    /// <inheritdoc/>
    public bool? LastDeleteFound { get; private set; }

    /// <summary>
    /// Deletes one record. Status 404 says that the record did not exist. Status 204 leaves that open, because some stores do not
    /// report it.
    /// </summary>
    public void Delete(int source, long sequence)
    {
        SendDelete(source, sequence);
        Receive(found: null);
    }

    /// <inheritdoc/>
    public void SendRead(int source, long first, int count)
    {
        if (count == 1)
        {
            Send(_get, isRead: true, size: 0, source, first);
        }
        else
        {
            Send(_window, isRead: true, size: 0, source, first, count);
        }
    }

    /// <inheritdoc/>
    public void SendUpdate(RecordBatch record) =>
        Send(_put, isRead: false, Encode(record), record.Source, record.FirstSequence);

    /// <inheritdoc/>
    public void SendDelete(int source, long sequence) => Send(_delete, isRead: false, size: 0, source, sequence);

    /// <inheritdoc/>
    public void SendBatch(RecordBatch batch) => Send(_post, isRead: false, Encode(batch));

    /// <inheritdoc/>
    public void Receive(IRecordReceiver? found) => Answer(found);

    /// <summary>
    /// Closes the connection, so that the next operation opens a new one. A request on the old connection may still take effect.
    /// </summary>
    public void Restore() => _session.Close();

    /// <inheritdoc/>
    public void Dispose()
    {
        _interruption.Dispose();
        _session.Dispose();
    }

    private int Encode(RecordBatch batch)
    {
        int size = checked((int)BatchBody.SizeOf(batch.Count, batch.Schema.ValueCount));
        if (_body.Length < size)
        {
            _body = new byte[checked((int)BatchBody.SizeOf(batch.Capacity, batch.Schema.ValueCount))];
        }

        return BatchBody.Encode(batch, _body);
    }

    private int Window(int source, long first, int count, IRecordReceiver? found)
    {
        Send(_window, isRead: true, size: 0, source, first, count);
        return Answer(found);
    }

    /// <summary>Sends a request, whose body is the first bytes of <see cref="_body"/>.</summary>
    private void Send(HttpTemplate template, bool isRead, int size, params ReadOnlySpan<long> numbers)
    {
        (_isRead, _absent) = (isRead, template == _get || template == _delete ? NotFound : null);
        try
        {
            _session.Connection().Send(template, _body.AsSpan(0, size), numbers);
        }
        catch (WireException exception)
        {
            throw ServiceErrors.OfWrite(exception);
        }
    }

    /// <summary>Reads the answer to the request that was sent.</summary>
    /// <param name="found">Receives the records of a read. Null to count them.</param>
    /// <returns>Records in the answer to a read. 0 for a record that is absent, and for changes.</returns>
    private int Answer(IRecordReceiver? found)
    {
        try
        {
            var connection = _session.Pending!;
            connection.ReceiveHead(_absent);
            if (_isRead && connection.Status != NotFound)
            {
                return _answer.Read(connection, found);
            }

            connection.Complete();
            LastDeleteFound = connection.Status == NotFound ? false : null;
            return 0;
        }
        catch (WireException exception)
        {
            throw ServiceErrors.OfWrite(exception);
        }
    }
}
