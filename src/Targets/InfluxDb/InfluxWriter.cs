using System.IO.Compression;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Http;
using DbIngest.Targets.Lines;
using DbIngest.Wire;
using DbIngest.Wire.Http;
using DbIngest.Wire.Lines;

namespace DbIngest.Targets.InfluxDb;

/// <summary>Writes a batch as one request with a connection of its own. A point that is there is replaced by itself, so that a batch may be sent again.</summary>
internal sealed class InfluxWriter : IBatchWriter
{
    private readonly InfluxApi _api;
    private readonly RecordLines _records;
    private readonly LineBuffer _lines = new();
    private readonly MemoryStream? _compressed;
    private readonly HttpSession _session;
    private readonly HttpRequest _request;
    private readonly CancellationToken _cancellation;
    private readonly CancellationTokenRegistration _interruption;

    /// <summary>Creates a writer, connected.</summary>
    /// <param name="session">Its connection; the writer's from now on, unless this throws.</param>
    /// <param name="api">What it says to the server.</param>
    /// <param name="isCompressed">Whether batches travel compressed.</param>
    /// <param name="schema">The shape of the records.</param>
    /// <param name="cancellation">Ends what it waits for.</param>
    /// <exception cref="WireException">The server cannot be reached.</exception>
    public InfluxWriter(HttpSession session, InfluxApi api, bool isCompressed, RecordSchema schema, CancellationToken cancellation)
    {
        _api = api;
        _session = session;
        _records = new RecordLines(InfluxEndpoint.Measurement, schema, isBinary: false);
        _compressed = isCompressed ? new MemoryStream() : null;
        _request = HttpRequest.Make("POST", api.WriteTarget, session.Connection(), isCompressed ? ["Content-Encoding: gzip"] : []);
        _cancellation = cancellation;
        _interruption = cancellation.Register(session.Cut);
    }

    /// <inheritdoc/>
    public bool IsIdempotent => true;

    /// <inheritdoc/>
    public void Write(RecordBatch batch)
    {
        _lines.Clear();
        _records.Append(_lines, batch);
        try
        {
            _session.Connection().Run(_request, _compressed is null ? _lines.Written : Compressed(_compressed));
        }
        catch (WireException exception)
        {
            throw InfluxErrors.OfWrite(exception);
        }
    }

    /// <inheritdoc/>
    public BatchFate Recover(RecordBatch batch, bool inDoubt = true)
    {
        try
        {
            return _api.Count(_session, batch, _cancellation) == batch.Count ? BatchFate.Stored : BatchFate.Absent;
        }
        catch (WireException exception)
        {
            throw InfluxErrors.OfWrite(exception);
        }
        catch (OperationCanceledException exception)
        {
            throw new BatchWriteException(exception.Message, isTransient: false, isAmbiguous: true, exception);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _interruption.Dispose();
        _session.Dispose();
        _lines.Dispose();
        _compressed?.Dispose();
    }

    private ReadOnlySpan<byte> Compressed(MemoryStream room)
    {
        room.SetLength(0);
        using (var gzip = new GZipStream(room, CompressionLevel.Fastest, leaveOpen: true))
        {
            gzip.Write(_lines.Written);
        }

        return room.GetBuffer().AsSpan(0, (int)room.Length);
    }
}
