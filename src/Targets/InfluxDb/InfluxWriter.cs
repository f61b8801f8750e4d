using System.IO.Compression;
using DbIngest.Core.Records;
using DbIngest.Core.Targets;
using DbIngest.Targets.Http;
using DbIngest.Targets.Lines;
using DbIngest.Wire;
using DbIngest.Wire.Http;
using DbIngest.Wire.Lines;

namespace DbIngest.Targets.InfluxDb;

/// <summary>Writes a batch as one request with a connection of its own. A point that is there is replaced by itself, so that a batch may be sent again.</summary>
internal sealed class InfluxWriter : IBatchWriter
{
    private readonly string _database;
    private readonly RecordLines _records;
    private readonly LineBuffer _lines = new();
    private readonly MemoryStream? _compressed;
    private readonly HttpSession _session;
    private readonly HttpRequest _request;
    private readonly CancellationToken _cancellation;
    private readonly CancellationTokenRegistration _interruption;

    /// <summary>Creates a writer, connected.</summary>
    /// <param name="session">Its connection; the writer's from now on, unless this throws.</param>
    /// <param name="endpoint">How it writes.</param>
    /// <param name="schema">The shape of the records.</param>
    /// <param name="cancellation">Ends what it waits for.</param>
    /// <exception cref="WireException">The server cannot be reached.</exception>
    public InfluxWriter(HttpSession session, InfluxEndpoint endpoint, RecordSchema schema, CancellationToken cancellation)
    {
        _database = endpoint.Database;
        _session = session;
        _records = new RecordLines(InfluxEndpoint.Measurement, schema, isBinary: false);
        _compressed = endpoint.IsCompressed ? new MemoryStream() : null;
        _request = HttpRequest.Make(
            "POST", HttpRequest.Target("/write", ("db", _database), ("precision", "u")), session.Connection(), endpoint.IsCompressed ? ["Content-Encoding: gzip"] : []);
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
        string count = FormattableString.Invariant(
            $"SELECT count(sequence) FROM {InfluxEndpoint.Measurement} WHERE source = '{batch.Source}' AND sequence >= {batch.FirstSequence} AND sequence < {batch.FirstSequence + batch.Count}");
        try
        {
            var found = InfluxServer.Query(_session, count, _database, _cancellation);
            return found.Count > 0 && found[0].Rows[0]["count"].GetInt64() == batch.Count ? BatchFate.Stored : BatchFate.Absent;
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
