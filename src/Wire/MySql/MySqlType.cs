namespace DbIngest.Wire.MySql;

/// <summary>
/// Types of parameters, numbered as in the protocol (<c>MYSQL_TYPE_*</c>). 0x8000 marks unsigned numbers. <c>MySqlTable</c> and
/// <c>MySqlKeyed</c> name one per parameter for the statements to prepare.
/// </summary>
public enum MySqlType : ushort
{
    /// <summary>Signed 32 bits.</summary>
    Int32 = 3,

    /// <summary>Unsigned 32 bits.</summary>
    UInt32 = 0x8003,

    /// <summary>IEEE 754, 64 bits.</summary>
    Double = 5,

    /// <summary>Signed 64 bits.</summary>
    Int64 = 8,
}
