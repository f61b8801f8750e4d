using System.Buffers.Binary;
using System.Runtime.InteropServices;
using DbIngest.Abstractions.Records;

namespace PlainFile;

/// <summary>
/// A block is one batch: a header of 32 bytes (mark, source, first sequence, records, values, checksum), then the columns one
/// after another: timestamps, qualities, and each value. Columns are in the byte order of the machine, which reads its own files
/// only.
/// </summary>
internal static class BlockFormat
{
    public const int Version = 1;

    public const int HeaderBytes = 32;

    private const uint Mark = 0x3142_4650;
    private const uint Erased = 0x5842_4650;

    /// <summary>What stands in the place of the mark of a block that does not count any more.</summary>
    public static ReadOnlySpan<byte> ErasedMark => "PFBX"u8;

    public static int Length(int count, int values) =>
        checked(HeaderBytes + (count * (sizeof(long) + sizeof(uint) + (values * sizeof(double)))));

    public static void Encode(RecordBatch batch, Span<byte> block)
    {
        var rest = block[HeaderBytes..];
        rest = Put(rest, batch.Timestamps.AsSpan(0, batch.Count));
        rest = Put(rest, batch.Qualities.AsSpan(0, batch.Count));
        for (int column = 0; column < batch.Schema.ValueCount; column++)
        {
            rest = Put(rest, batch.Column(column));
        }

        BinaryPrimitives.WriteUInt32LittleEndian(block, Mark);
        BinaryPrimitives.WriteInt32LittleEndian(block[4..], batch.Source);
        BinaryPrimitives.WriteInt64LittleEndian(block[8..], batch.FirstSequence);
        BinaryPrimitives.WriteInt32LittleEndian(block[16..], batch.Count);
        BinaryPrimitives.WriteInt32LittleEndian(block[20..], batch.Schema.ValueCount);
        BinaryPrimitives.WriteUInt64LittleEndian(block[24..], Checksum(block));
    }

    /// <summary>Reads a header.</summary>
    /// <param name="header">Its bytes.</param>
    /// <param name="block">What it says, without the columns.</param>
    /// <returns>Whether it is one.</returns>
    public static bool TryReadHeader(ReadOnlySpan<byte> header, out Block block)
    {
        block = new Block(
            BinaryPrimitives.ReadInt32LittleEndian(header[4..]),
            BinaryPrimitives.ReadInt64LittleEndian(header[8..]),
            BinaryPrimitives.ReadInt32LittleEndian(header[16..]),
            BinaryPrimitives.ReadInt32LittleEndian(header[20..]),
            default,
            BinaryPrimitives.ReadUInt32LittleEndian(header) == Erased);
        return BinaryPrimitives.ReadUInt32LittleEndian(header) is Mark or Erased
            && block.Count is >= 0 and <= RecordBatch.MaxCapacity
            && block.Values is >= 0 and <= 65_535
            && Length(1, block.Values) * (long)block.Count < int.MaxValue;
    }

    /// <summary>Whether a block is what was written: one that was torn in the middle is not.</summary>
    public static bool IsWhole(ReadOnlySpan<byte> block) =>
        BinaryPrimitives.ReadUInt64LittleEndian(block[24..]) == Checksum(block);

    /// <summary>FNV-1a over words of 32 bits: of the header without the checksum, and of the columns.</summary>
    private static ulong Checksum(ReadOnlySpan<byte> block)
    {
        ulong sum = 14_695_981_039_346_656_037;
        foreach (uint word in MemoryMarshal.Cast<byte, uint>(block[..24]))
        {
            sum = (sum ^ word) * 1_099_511_628_211;
        }

        foreach (uint word in MemoryMarshal.Cast<byte, uint>(block[HeaderBytes..]))
        {
            sum = (sum ^ word) * 1_099_511_628_211;
        }

        return sum;
    }

    private static Span<byte> Put<T>(Span<byte> to, ReadOnlySpan<T> column)
        where T : unmanaged
    {
        var bytes = MemoryMarshal.AsBytes(column);
        bytes.CopyTo(to);
        return to[bytes.Length..];
    }
}
