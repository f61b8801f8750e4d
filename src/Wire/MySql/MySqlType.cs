namespace DbIngest.Wire.MySql;

/// <summary>Types of parameters, as the protocol numbers them (<c>MYSQL_TYPE_*</c>); 0x8000 marks an unsigned number.</summary>
public enum MySqlType : ushort
{
    /// <summary>32 bits.</summary>
    Int32 = 3,

    /// <summary>32 bits without a sign.</summary>
    UInt32 = 0x8003,

    /// <summary>64 bits, floating point.</summary>
    Double = 5,

    /// <summary>64 bits.</summary>
    Int64 = 8,
}
