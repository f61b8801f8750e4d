using System.Text.Json;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Http;
using DbIngest.Wire;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.Via;

/// <summary>
/// Writes the batches of one lane to the HTTP service, one request with a binary body per batch. The lane's thread calls it on
/// the timed path: it reuses its buffer and allocates nothing per record. The service stores a batch once however often it is
/// sent, since source and sequence numbers are its key.
/// </summary>
internal sealed class ServiceWriter : IBatchWriter
{
    /// <summary>Records of a window, of which the service gives 10,000 at most.</summary>
    private const int WindowRecords = 5000;

    private readonly HttpSession _session;
    private readonly HttpRequest _request;
    private readonly CancellationTokenRegistration _interruption;
    private byte[] _body = [];

    /// <summary>Connects to the service.</summary>
    /// <param name="session">The connection. The writer disposes it, unless this constructor throws.</param>
    /// <param name="source">The source whose batches it writes.</param>
    /// <param name="cancellation">Cuts the connection, which fails a pending call.</param>
    /// <exception cref="WireException">The service cannot be reached.</exception>
    public ServiceWriter(HttpSession session, int source, CancellationToken cancellation)
    {
        _session = session;
        _request = HttpRequest.Make("POST", FormattableString.Invariant($"/v1/sources/{source}/batches"), session.Connection(),
            "Content-Type: " + BatchBody.ContentType);
        _interruption = cancellation.Register(session.Cut);
    }

    /// <inheritdoc/>
    public bool IsIdempotent => true;

    /// <inheritdoc/>
    public void Write(RecordBatch batch)
    {
        int size = checked((int)BatchBody.SizeOf(batch.Count, batch.Schema.ValueCount));
        if (_body.Length < size)
        {
            _body = new byte[checked((int)BatchBody.SizeOf(batch.Capacity, batch.Schema.ValueCount))];
        }

        BatchBody.Encode(batch, _body);
        try
        {
            _session.Connection().Run(_request, _body.AsSpan(0, size));
        }
        catch (WireException exception)
        {
            throw ServiceErrors.OfWrite(exception);
        }
    }

    /// <inheritdoc/>
    public BatchFate Recover(RecordBatch batch, bool inDoubt = true)
    {
        _session.Close();
        if (!inDoubt)
        {
            return BatchFate.Absent;
        }

        try
        {
            int stored = 0;
            for (int first = 0; first < batch.Count; first += WindowRecords)
            {
                stored += Stored(batch.Source, batch.FirstSequence + first, Math.Min(WindowRecords, batch.Count - first));
            }

            return stored == batch.Count ? BatchFate.Stored : BatchFate.Absent;
        }
        catch (WireException exception)
        {
            throw ServiceErrors.OfWrite(exception);
        }
        catch (Exception exception) when (exception is JsonException or KeyNotFoundException or InvalidOperationException)
        {
            throw new BatchWriteException($"The service's window of records cannot be read: {exception.Message}",
                isTransient: false, isAmbiguous: true, exception);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _interruption.Dispose();
        _session.Dispose();
    }

    /// <summary>Counts the stored records of a window. After a failed batch alone, so that it may allocate.</summary>
    private int Stored(int source, long first, int count)
    {
        var connection = _session.Connection();
        connection.Ask(HttpRequest.Make("GET",
            FormattableString.Invariant($"/v1/sources/{source}/records?first={first}&count={count}"), connection));
        using var body = new MemoryStream();
        byte[] room = new byte[64 * 1024];
        for (int read = connection.Read(room); read > 0; read = connection.Read(room))
        {
            body.Write(room, 0, read);
        }

        using var window = JsonDocument.Parse(body.GetBuffer().AsMemory(0, (int)body.Length));
        return window.RootElement.GetProperty("records").GetArrayLength();
    }
}
