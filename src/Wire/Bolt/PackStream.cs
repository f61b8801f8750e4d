using System.Buffers.Binary;

namespace DbIngest.Wire.Bolt;

/// <summary>
/// Writes Bolt's values, big-endian (Neo4j, "PackStream data serialisation"): a marker byte gives the type and, if small, the
/// length or value. <see cref="BoltRequest"/> and <c>Neo4jRowEncoder</c> call it for every value. Allocates nothing.
/// </summary>
public static class PackStream
{
    /// <summary>Longest number in bytes.</summary>
    public const int MaxNumberBytes = 9;

    /// <summary>Longest head of a text, list or map in bytes.</summary>
    public const int MaxHeadBytes = 5;

    internal const byte Null = 0xc0;
    internal const byte Float = 0xc1;
    internal const byte False = 0xc2;
    internal const byte True = 0xc3;
    internal const byte Int8 = 0xc8;
    internal const byte Int16 = 0xc9;
    internal const byte Int32 = 0xca;
    internal const byte Int64 = 0xcb;
    internal const byte Bytes8 = 0xcc;
    internal const byte Bytes32 = 0xce;
    internal const byte TinyText = 0x80;
    internal const byte Text8 = 0xd0;
    internal const byte TinyList = 0x90;
    internal const byte List8 = 0xd4;
    internal const byte TinyMap = 0xa0;
    internal const byte Map8 = 0xd8;
    internal const byte Structure = 0xb0;

    /// <summary>Writes a whole number in as few bytes as it needs.</summary>
    /// <param name="room">At least <see cref="MaxNumberBytes"/>.</param>
    /// <param name="value">The number.</param>
    /// <returns>Bytes written.</returns>
    public static int WriteInteger(Span<byte> room, long value)
    {
        switch (value)
        {
            case >= -16 and <= sbyte.MaxValue:
                room[0] = (byte)value;
                return 1;
            case >= sbyte.MinValue and <= sbyte.MaxValue:
                room[0] = Int8;
                room[1] = (byte)value;
                return 2;
            case >= short.MinValue and <= short.MaxValue:
                room[0] = Int16;
                BinaryPrimitives.WriteInt16BigEndian(room[1..], (short)value);
                return 3;
            case >= int.MinValue and <= int.MaxValue:
                room[0] = Int32;
                BinaryPrimitives.WriteInt32BigEndian(room[1..], (int)value);
                return 5;
            default:
                room[0] = Int64;
                BinaryPrimitives.WriteInt64BigEndian(room[1..], value);
                return 9;
        }
    }

    /// <summary>Writes a double bit by bit, and NaN (a missing value) as null.</summary>
    /// <param name="room">At least <see cref="MaxNumberBytes"/>.</param>
    /// <param name="value">The value.</param>
    /// <returns>Bytes written.</returns>
    public static int WriteValue(Span<byte> room, double value)
    {
        if (double.IsNaN(value))
        {
            room[0] = Null;
            return 1;
        }

        room[0] = Float;
        BinaryPrimitives.WriteDoubleBigEndian(room[1..], value);
        return 9;
    }

    /// <summary>Writes the head of a list.</summary>
    /// <param name="room">At least <see cref="MaxHeadBytes"/>.</param>
    /// <param name="count">Number of elements that follow.</param>
    /// <returns>Bytes written.</returns>
    public static int WriteList(Span<byte> room, int count) => WriteHead(room, count, TinyList, List8);

    /// <summary>Writes the head of a text and returns the bytes written. The text follows, UTF-8.</summary>
    internal static int WriteText(Span<byte> room, int bytes) => WriteHead(room, bytes, TinyText, Text8);

    /// <summary>Writes the head of a map and returns the bytes written. The pairs follow.</summary>
    internal static int WriteMap(Span<byte> room, int count) => WriteHead(room, count, TinyMap, Map8);

    /// <summary>Writes a head. The markers for lengths of 1, 2 and 4 bytes have consecutive numbers.</summary>
    private static int WriteHead(Span<byte> room, int length, byte tiny, byte of8)
    {
        switch (length)
        {
            case < 16:
                room[0] = (byte)(tiny | length);
                return 1;
            case <= byte.MaxValue:
                room[0] = of8;
                room[1] = (byte)length;
                return 2;
            case <= ushort.MaxValue:
                room[0] = (byte)(of8 + 1);
                BinaryPrimitives.WriteUInt16BigEndian(room[1..], (ushort)length);
                return 3;
            default:
                room[0] = (byte)(of8 + 2);
                BinaryPrimitives.WriteInt32BigEndian(room[1..], length);
                return 5;
        }
    }
}
