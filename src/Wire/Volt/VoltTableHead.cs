using System.Buffers.Binary;
using System.Text;

namespace DbIngest.Wire.Volt;

/// <summary>
/// The encoded columns of a table parameter, which precede its rows. <c>VoltTrialTable</c> builds one per table, and
/// <see cref="VoltRequest.BeginTable"/> sends it with every batch. Immutable.
/// </summary>
public sealed class VoltTableHead
{
    /// <summary>Encodes the columns.</summary>
    /// <param name="columns">Names and types, in the order of the values.</param>
    public VoltTableHead(IReadOnlyList<(string Name, VoltType Type)> columns)
    {
        var head = new MemoryStream();
        Span<byte> number = stackalloc byte[4];
        head.WriteByte(0);
        BinaryPrimitives.WriteInt16BigEndian(number, (short)columns.Count);
        head.Write(number[..2]);
        foreach (var (_, type) in columns)
        {
            head.WriteByte((byte)type);
        }

        foreach (var (name, _) in columns)
        {
            byte[] text = Encoding.UTF8.GetBytes(name);
            BinaryPrimitives.WriteInt32BigEndian(number, text.Length);
            head.Write(number);
            head.Write(text);
        }

        Bytes = head.ToArray();
    }

    internal byte[] Bytes { get; }
}
