namespace DbIngest.Sources.Input;

/// <summary>
/// How a recorder stores a sample. <see cref="ColumnScale"/> states it. <c>ColumnCoding</c> and <c>ScaledCoding</c> store the
/// column in as many bits.
/// </summary>
public enum SampleKind
{
    /// <summary>Whole numbers of 16 bits.</summary>
    Int16,

    /// <summary>Whole numbers of 32 bits.</summary>
    Int32,
}
