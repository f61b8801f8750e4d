using System.Runtime.InteropServices;

namespace PlainFile;

/// <summary>A block that was read back.</summary>
/// <param name="Source">Its source.</param>
/// <param name="First">The sequence number of its first record.</param>
/// <param name="Count">Its records.</param>
/// <param name="Values">Values a record.</param>
/// <param name="Bytes">All of it; empty where only the header was read.</param>
/// <param name="IsErased">Whether it does not count any more.</param>
internal sealed record Block(int Source, long First, int Count, int Values, ReadOnlyMemory<byte> Bytes, bool IsErased)
{
    /// <summary>One record.</summary>
    /// <param name="row">Which.</param>
    /// <param name="timestamp">Its timestamp.</param>
    /// <param name="quality">Its quality.</param>
    /// <param name="values">Takes its values.</param>
    public void Row(int row, out long timestamp, out uint quality, Span<double> values)
    {
        var columns = Bytes.Span[BlockFormat.HeaderBytes..];
        timestamp = MemoryMarshal.Cast<byte, long>(columns[..(Count * sizeof(long))])[row];
        columns = columns[(Count * sizeof(long))..];
        quality = MemoryMarshal.Cast<byte, uint>(columns[..(Count * sizeof(uint))])[row];
        columns = columns[(Count * sizeof(uint))..];
        for (int value = 0; value < values.Length; value++)
        {
            values[value] = MemoryMarshal.Read<double>(columns[(((value * Count) + row) * sizeof(double))..]);
        }
    }
}
