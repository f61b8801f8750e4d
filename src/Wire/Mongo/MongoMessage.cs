namespace DbIngest.Wire.Mongo;

/// <summary>What the parts of a message are called by (the specification "OP_MSG").</summary>
internal static class MongoMessage
{
    public const int HeaderBytes = 16;
    public const int Message = 2013;
    public const int Compressed = 2012;

    /// <summary>A section that is one document.</summary>
    public const byte Body = 0;

    /// <summary>A section that is documents one behind the other.</summary>
    public const byte Sequence = 1;

    /// <summary>A checksum stands behind the last section.</summary>
    public const int ChecksumPresent = 1;

    /// <summary>The lower bits say what must be understood; the upper may be passed over.</summary>
    public const int RequiredFlags = 0xFFFF;

    /// <summary>The identity of zlib among the compressors (the specification "Wire Compression in Drivers").</summary>
    public const byte Zlib = 2;

    /// <summary>Bytes before what is compressed: the message's own kind and size, and the compressor.</summary>
    public const int CompressedHeaderBytes = 9;
}
