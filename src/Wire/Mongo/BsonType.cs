namespace DbIngest.Wire.Mongo;

/// <summary>
/// Types of BSON elements (bsonspec.org, version 1.1). <see cref="BsonBuffer"/> writes one before each element,
/// <see cref="BsonReader"/> reads it and rejects any other. The numbers are those of BSON and must not change.
/// </summary>
public enum BsonType : byte
{
    /// <summary>The end of a document.</summary>
    None = 0x00,

    /// <summary>A double.</summary>
    Double = 0x01,

    /// <summary>A text, UTF-8.</summary>
    String = 0x02,

    /// <summary>A nested document.</summary>
    Document = 0x03,

    /// <summary>An array: a document whose names are 0, 1, 2 and so on.</summary>
    Array = 0x04,

    /// <summary>Binary data.</summary>
    Binary = 0x05,

    /// <summary>An object id, 12 bytes.</summary>
    ObjectId = 0x07,

    /// <summary>A Boolean.</summary>
    Boolean = 0x08,

    /// <summary>Milliseconds since 1970, UTC.</summary>
    DateTime = 0x09,

    /// <summary>Null.</summary>
    Null = 0x0A,

    /// <summary>A regular expression: two zero-terminated texts.</summary>
    Regex = 0x0B,

    /// <summary>JavaScript code.</summary>
    JavaScript = 0x0D,

    /// <summary>A 32-bit whole number.</summary>
    Int32 = 0x10,

    /// <summary>A position in the replication log.</summary>
    Timestamp = 0x11,

    /// <summary>A 64-bit whole number.</summary>
    Int64 = 0x12,

    /// <summary>A 128-bit decimal number.</summary>
    Decimal128 = 0x13,

    /// <summary>Greater than every other value.</summary>
    MaxKey = 0x7F,

    /// <summary>Less than every other value.</summary>
    MinKey = 0xFF,
}
