using System.IO.Compression;
using DbIngest.Checksums;

namespace DbIngest.Sources.Input;

/// <summary>The content of one file in a zip file, held against the size and checksum that stand there.</summary>
internal sealed class ZipEntryStream(ZipArchiveEntry entry) : ReadOnlyStream
{
    private readonly Stream _inner = entry.Open();
    private uint _sum = Crc32.Start;
    private long _read;

    /// <inheritdoc/>
    /// <exception cref="InvalidDataException">The content is not what was put in.</exception>
    public override int Read(Span<byte> buffer)
    {
        int count = _inner.Read(buffer);
        _sum = Crc32.Append(_sum, buffer[..count]);
        _read += count;
        return count > 0 || buffer.IsEmpty || (_read == entry.Length && ~_sum == entry.Crc32)
            ? count
            : throw new InvalidDataException("the zip file is damaged: size or checksum of this file in it are wrong");
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            _inner.Dispose();
        }

        base.Dispose(disposing);
    }
}
