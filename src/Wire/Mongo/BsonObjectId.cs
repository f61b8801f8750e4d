using System.Buffers.Binary;

namespace DbIngest.Wire.Mongo;

/// <summary>
/// The 12 bytes of an object id, which servers compare from the first on. <see cref="BsonDocument"/> holds it as a value of
/// commands and answers. <c>ObjectIdIdentity</c> makes ids of records from source and sequence number by it. Immutable.
/// </summary>
/// <param name="High">The first 4 bytes, big-endian.</param>
/// <param name="Low">The other 8 bytes, big-endian.</param>
public readonly record struct BsonObjectId(uint High, ulong Low)
{
    /// <summary>Length in bytes.</summary>
    public const int Bytes = 12;

    /// <summary>Reads an id.</summary>
    /// <param name="bytes">At least 12 bytes.</param>
    public static BsonObjectId Read(ReadOnlySpan<byte> bytes) =>
        new(BinaryPrimitives.ReadUInt32BigEndian(bytes), BinaryPrimitives.ReadUInt64BigEndian(bytes[sizeof(uint)..]));

    /// <summary>Writes the id.</summary>
    /// <param name="to">Receives 12 bytes.</param>
    public void Write(Span<byte> to)
    {
        BinaryPrimitives.WriteUInt32BigEndian(to, High);
        BinaryPrimitives.WriteUInt64BigEndian(to[sizeof(uint)..], Low);
    }

    /// <summary>The 24 hexadecimal digits of the id.</summary>
    public override string ToString() => $"{High:x8}{Low:x16}";
}
