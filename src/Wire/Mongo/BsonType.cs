namespace DbIngest.Wire.Mongo;

/// <summary>The types of BSON's elements (bsonspec.org, version 1.1).</summary>
public enum BsonType : byte
{
    /// <summary>No element: the end of a document.</summary>
    None = 0x00,

    /// <summary>A 64-bit binary floating-point number.</summary>
    Double = 0x01,

    /// <summary>A text in UTF-8.</summary>
    String = 0x02,

    /// <summary>A document within the document.</summary>
    Document = 0x03,

    /// <summary>A document whose names are 0, 1, 2 and so on.</summary>
    Array = 0x04,

    /// <summary>Bytes.</summary>
    Binary = 0x05,

    /// <summary>Twelve bytes that make an identity.</summary>
    ObjectId = 0x07,

    /// <summary>True or false.</summary>
    Boolean = 0x08,

    /// <summary>Milliseconds since 1970, UTC.</summary>
    DateTime = 0x09,

    /// <summary>No value.</summary>
    Null = 0x0A,

    /// <summary>A regular expression: two texts that end with a zero.</summary>
    Regex = 0x0B,

    /// <summary>A script.</summary>
    JavaScript = 0x0D,

    /// <summary>A 32-bit whole number.</summary>
    Int32 = 0x10,

    /// <summary>A place in the operations' log.</summary>
    Timestamp = 0x11,

    /// <summary>A 64-bit whole number.</summary>
    Int64 = 0x12,

    /// <summary>A 128-bit decimal number.</summary>
    Decimal128 = 0x13,

    /// <summary>Greater than everything.</summary>
    MaxKey = 0x7F,

    /// <summary>Less than everything.</summary>
    MinKey = 0xFF,
}
