using System.Buffers.Binary;
using System.Text;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Couchbase.Endpoint;

/// <summary>What a node answers.</summary>
/// <param name="Status">What became of the request.</param>
public sealed record Answer(KvStatus Status = KvStatus.Success)
{
    public byte[] Extras { get; init; } = [];

    public byte[] Key { get; init; } = [];

    public byte[] Value { get; init; } = [];

    public long Cas { get; init; }

    /// <summary>Whether the value is compressed by Snappy.</summary>
    public bool IsCompressed { get; init; }

    /// <summary>An error with the server's own words, as with extended errors.</summary>
    public static Answer Error(KvStatus status, string context) =>
        new(status) { Value = Encoding.UTF8.GetBytes($"{{\"error\":{{\"context\":\"{context}\"}}}}") };

    internal void Write(Stream stream, KvOpcode opcode, ReadOnlySpan<byte> opaque) =>
        Write(stream, 0x81, opcode, (int)Status, opaque, Extras, Key, Value, Cas, (byte)(IsCompressed ? 2 : 0));

    internal static void Write(Stream stream, byte magic, KvOpcode opcode, int statusOrVBucket, ReadOnlySpan<byte> opaque,
        byte[] extras, byte[] key, byte[] value, long cas, byte dataType = 0)
    {
        Span<byte> header = stackalloc byte[24];
        header.Clear();
        header[0] = magic;
        header[1] = (byte)opcode;
        BinaryPrimitives.WriteUInt16BigEndian(header[2..], (ushort)key.Length);
        header[4] = (byte)extras.Length;
        header[5] = dataType;
        BinaryPrimitives.WriteUInt16BigEndian(header[6..], (ushort)statusOrVBucket);
        BinaryPrimitives.WriteInt32BigEndian(header[8..], extras.Length + key.Length + value.Length);
        opaque.CopyTo(header[12..]);
        BinaryPrimitives.WriteInt64BigEndian(header[16..], cas);
        stream.Write(header);
        stream.Write(extras);
        stream.Write(key);
        stream.Write(value);
    }
}
