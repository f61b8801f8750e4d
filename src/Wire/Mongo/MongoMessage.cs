namespace DbIngest.Wire.Mongo;

/// <summary>
/// Constants of MongoDB messages (specification "OP_MSG"). <see cref="MongoRequestBuffer"/> encodes with them,
/// <see cref="MongoMessageReader"/> and <see cref="MongoDecompression"/> decode. The numbers are the protocol's and must not
/// change.
/// </summary>
internal static class MongoMessage
{
    public const int HeaderBytes = 16;
    public const int Message = 2013;
    public const int Compressed = 2012;

    /// <summary>Section kind: one document.</summary>
    public const byte Body = 0;

    /// <summary>Section kind: a named sequence of documents.</summary>
    public const byte Sequence = 1;

    /// <summary>Flag: a checksum follows the last section.</summary>
    public const int ChecksumPresent = 1;

    /// <summary>The flag bits that a receiver must understand. It may ignore the upper ones.</summary>
    public const int RequiredFlags = 0xFFFF;

    /// <summary>Compressor id of zlib (specification "Wire Compression in Drivers").</summary>
    public const byte Zlib = 2;
}
