namespace DbIngest.Sources.Csv;

/// <summary>Whether the last field of a file that ends without a line end is all there.</summary>
internal enum FieldEnd
{
    /// <summary>The other fields of its column do not say.</summary>
    Unknown,

    /// <summary>It ends as the other fields of its column do.</summary>
    Whole,

    /// <summary>It is shorter than the other fields of its column.</summary>
    Cut,
}

/// <summary>
/// How the fields of a column end, as far as all end alike: numbers in the same number of decimals, times after the same number
/// of characters. A field that the end of the file cut off is shorter.
/// </summary>
internal sealed class FieldEnding
{
    private const int None = -1;
    private const int Varying = -2;

    private int _length = None;
    private int _decimals = None;

    /// <summary>Looks at a field that is not missing.</summary>
    public void Add(ReadOnlySpan<byte> field)
    {
        _length = Same(_length, field.Length);
        _decimals = Same(_decimals, Decimals(field));
    }

    /// <summary>Judges a time by its length.</summary>
    public FieldEnd OfTime(ReadOnlySpan<byte> field) =>
        _length <= 0 || field.Length > _length ? FieldEnd.Unknown : field.Length == _length ? FieldEnd.Whole : FieldEnd.Cut;

    /// <summary>Judges a number by its decimals.</summary>
    public FieldEnd OfNumber(ReadOnlySpan<byte> field) =>
        _decimals <= 0 || Decimals(field) > _decimals ? FieldEnd.Unknown
        : Decimals(field) == _decimals ? FieldEnd.Whole
        : FieldEnd.Cut;

    private static int Same(int known, int seen) => known == None || known == seen ? seen : Varying;

    /// <summary>The digits behind the last mark; none where something else than a digit is among them.</summary>
    private static int Decimals(ReadOnlySpan<byte> field)
    {
        int mark = field.LastIndexOfAny((byte)'.', (byte)',');
        return mark < 0 || field[(mark + 1)..].ContainsAnyExceptInRange((byte)'0', (byte)'9') ? 0 : field.Length - mark - 1;
    }
}
