using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using Microsoft.Win32.SafeHandles;

namespace PlainFile;

/// <summary>
/// Appends each batch as one block to a file that nobody else writes to. A batch is there in whole or not at all.
/// </summary>
/// <param name="folder">The folder.</param>
/// <param name="source">The source.</param>
/// <param name="isSynced">Whether a batch is on the disk when it is acknowledged.</param>
internal sealed class PlainFileWriter(string folder, int source, bool isSynced) : IBatchWriter
{
    private readonly SafeFileHandle _file = File.OpenHandle(
        BlockFiles.New(folder, source), FileMode.CreateNew, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete);

    // As large as the largest batch so far: nothing is allocated per record.
    private byte[] _block = [];
    private long _end;

    public void Write(RecordBatch batch)
    {
        int length = BlockFormat.Length(batch.Count, batch.Schema.ValueCount);
        if (_block.Length < length)
        {
            _block = new byte[length];
        }

        var block = _block.AsSpan(0, length);
        BlockFormat.Encode(batch, block);
        try
        {
            RandomAccess.Write(_file, block, _end);
            if (isSynced)
            {
                RandomAccess.FlushToDisk(_file);
            }
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // A full disk does not become empty by trying again; what was written may be there.
            throw new BatchWriteException($"The batch cannot be appended: {exception.Message}", isTransient: false,
                isAmbiguous: true, exception);
        }

        _end += length;
    }

    public BatchFate Recover(RecordBatch batch, bool inDoubt = true)
    {
        try
        {
            // What a failed attempt has left after the last acknowledged block is cut off: then nothing of it can arrive any
            // more.
            RandomAccess.SetLength(_file, _end);
            return inDoubt && BlockFiles.Settle(folder, batch) ? BatchFate.Stored : BatchFate.Absent;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new BatchWriteException($"The file cannot be looked at: {exception.Message}", isTransient: true,
                isAmbiguous: true, exception);
        }
    }

    public void Dispose() => _file.Dispose();
}
