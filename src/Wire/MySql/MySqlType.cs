namespace DbIngest.Wire.MySql;

/// <summary>
/// Names the type of a statement's parameter. <c>MySqlTable</c> and <c>MySqlKeyed</c> list the types of each statement to
/// prepare, and <c>DriverInserts</c> translates them for the vendor's driver. The numbers are those of the protocol
/// (<c>MYSQL_TYPE_*</c>, 0x8000 marks unsigned numbers) and are sent as they are, so they must not change.
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
