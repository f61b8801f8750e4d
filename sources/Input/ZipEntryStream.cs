using System.IO.Compression;
using System.IO.Hashing;

namespace DbIngest.Sources.Input;

/// <summary>The content of one file in a zip file, held against the size and checksum that stand there.</summary>
internal sealed class ZipEntryStream(ZipArchiveEntry entry) : ReadOnlyStream
{
    private readonly Stream _inner = entry.Open();
    private readonly Crc32 _sum = new();
    private long _read;

    /// <inheritdoc/>
    /// <exception cref="InvalidDataException">The content is not what was put in.</exception>
    public override int Read(Span<byte> buffer)
    {
        int count = _inner.Read(buffer);
        _sum.Append(buffer[..count]);
        _read += count;
        return count > 0 || buffer.IsEmpty || (_read == entry.Length && _sum.GetCurrentHashAsUInt32() == entry.Crc32)
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
