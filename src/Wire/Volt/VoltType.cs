namespace DbIngest.Wire.Volt;

/// <summary>
/// Types of values, numbered as in the protocol (VoltDB, "Client Wire Protocol"). <see cref="VoltRequest"/> writes one before
/// each parameter, <see cref="VoltTable"/> decodes columns by it.
/// </summary>
public enum VoltType : byte
{
    /// <summary>8 bits.</summary>
    TinyInt = 3,

    /// <summary>16 bits.</summary>
    SmallInt = 4,

    /// <summary>32 bits.</summary>
    Integer = 5,

    /// <summary>64 bits.</summary>
    BigInt = 6,

    /// <summary>A double.</summary>
    Float = 8,

    /// <summary>UTF-8 text behind a 32-bit length.</summary>
    Text = 9,

    /// <summary>Microseconds since 1970.</summary>
    Timestamp = 11,

    /// <summary>A table.</summary>
    Table = 21,

    /// <summary>16 bytes.</summary>
    Decimal = 22,

    /// <summary>Bytes behind a 32-bit length.</summary>
    Binary = 25,
}
