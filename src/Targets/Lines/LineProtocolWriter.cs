using System.IO.Compression;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Http;
using DbIngest.Wire;
using DbIngest.Wire.Http;
using DbIngest.Wire.Lines;

namespace DbIngest.Targets.Lines;

/// <summary>
/// Writes the batches of one lane as line protocol, one HTTP request per batch. The writers of InfluxDB and QuestDB derive
/// from it. The lane's thread calls it on the timed path, so it reuses its buffers and allocates nothing per record. Both
/// databases replace a row by an identical row, so sending a batch again is harmless. It never retries, and recovery deletes
/// nothing.
/// </summary>
internal abstract class LineProtocolWriter : IBatchWriter, IRecordReads
{
    private readonly HttpSession _session;
    private readonly RecordLines _records;
    private readonly LineBuffer _lines = new();
    private readonly MemoryStream? _compressed;
    private readonly HttpRequest _request;
    private readonly CancellationToken _cancellation;
    private readonly CancellationTokenRegistration _interruption;
    private CsvRecords? _reads;

    /// <summary>Connects to the server.</summary>
    /// <param name="session">The connection. The writer disposes it, unless this constructor throws.</param>
    /// <param name="records">Encodes the records.</param>
    /// <param name="target">Path and query of the write request.</param>
    /// <param name="isCompressed">True if batches are compressed with gzip.</param>
    /// <param name="cancellation">Cuts the connection, which fails a pending call.</param>
    /// <exception cref="WireException">The server cannot be reached.</exception>
    protected LineProtocolWriter(HttpSession session, RecordLines records, string target, bool isCompressed,
        CancellationToken cancellation)
    {
        _session = session;
        _records = records;
        _compressed = isCompressed ? new MemoryStream() : null;
        _request = HttpRequest.Make("POST", target, session.Connection(), isCompressed ? ["Content-Encoding: gzip"] : []);
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
            throw Failure(exception);
        }
    }

    /// <inheritdoc/>
    public BatchFate Recover(RecordBatch batch, bool inDoubt = true)
    {
        try
        {
            return Count(_session, batch, _cancellation) == batch.Count ? BatchFate.Stored : BatchFate.Absent;
        }
        catch (WireException exception)
        {
            throw Failure(exception);
        }
        catch (Exception exception) when (exception is TargetException or OperationCanceledException)
        {
            throw new BatchWriteException(exception.Message, isTransient: false, isAmbiguous: true, exception);
        }
    }

    /// <inheritdoc/>
    public virtual bool MayLag => false;

    /// <inheritdoc/>
    public void Read(int source, long sequence, IRecordReceiver found) => Scan(source, sequence, 1, found);

    /// <inheritdoc/>
    public void Scan(int source, long first, int count, IRecordReceiver found)
    {
        try
        {
            (_reads ??= Reads(_session)).Read(source, first, count, found);
        }
        catch (WireException exception)
        {
            throw Failure(exception);
        }
    }

    /// <summary>
    /// Closes the connection, which reopens on the next use. Records never change, so a late request cannot undo anything.
    /// </summary>
    public void Restore() => _session.Close();

    /// <inheritdoc/>
    public void Dispose()
    {
        _interruption.Dispose();
        _session.Dispose();
        _lines.Dispose();
        _compressed?.Dispose();
    }

    /// <summary>Creates the reader of single records over the writer's connection. Called on the first read.</summary>
    protected abstract CsvRecords Reads(HttpSession session);

    /// <summary>Waits until acknowledged records are readable, then counts the stored records of a batch.</summary>
    protected abstract long Count(HttpSession session, RecordBatch batch, CancellationToken cancellation);

    /// <summary>Classifies a failed request as transient or ambiguous.</summary>
    protected abstract BatchWriteException Failure(WireException error);

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
