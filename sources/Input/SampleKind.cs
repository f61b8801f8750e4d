namespace DbIngest.Sources.Input;

/// <summary>
/// The integer types of a recorder's samples. <see cref="ColumnScale"/> states one. <c>ColumnCoding</c> and <c>ScaledCoding</c>
/// store the column in as many bits.
/// </summary>
public enum SampleKind
{
    /// <summary>Whole numbers of 16 bits.</summary>
    Int16,

    /// <summary>Whole numbers of 32 bits.</summary>
    Int32,
}
