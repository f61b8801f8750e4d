using System.IO.Compression;
using System.IO.Hashing;

namespace DbIngest.Sources.Input;

/// <summary>
/// Content of one file in a zip file. <see cref="InputFile"/> opens it. At its end it checks the size and the checksum that the
/// directory states, so that damaged content never passes for whole.
/// </summary>
internal sealed class ZipEntryStream(ZipArchiveEntry entry, Stream inner) : ReadOnlyStream(inner)
{
    private readonly Crc32 _sum = new();
    private long _read;

    /// <inheritdoc/>
    /// <exception cref="InvalidDataException">The content differs from what was packed.</exception>
    public override int Read(Span<byte> buffer)
    {
        int count = inner.Read(buffer);
        _sum.Append(buffer[..count]);
        _read += count;
        return count > 0 || buffer.IsEmpty || (_read == entry.Length && _sum.GetCurrentHashAsUInt32() == entry.Crc32)
            ? count
            : throw new InvalidDataException("its size or checksum is not the one that the zip file states");
    }
}
