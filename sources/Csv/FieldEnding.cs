namespace DbIngest.Sources.Csv;

/// <summary>
/// Verdict of <see cref="FieldEnding"/> on the last field of a file without a final line end: whole or cut off.
/// <see cref="CsvReader"/> and <c>KeyValueReader</c> leave a cut-off last row out.
/// </summary>
internal enum FieldEnd
{
    /// <summary>The column's other fields do not show where a field ends.</summary>
    Unknown,

    /// <summary>The field ends as the other fields of its column do.</summary>
    Whole,

    /// <summary>The field is shorter than the other fields of its column.</summary>
    Cut,
}

/// <summary>
/// Records how the fields of a column end, as long as all end alike: numbers with the same number of decimals, times with the
/// same number of characters. <see cref="ColumnProfile"/> fills one per column. <see cref="CsvReader"/> and <c>KeyValueReader</c>
/// judge the last field of a file by it, since a cut-off field is shorter.
/// </summary>
internal sealed class FieldEnding
{
    private const int None = -1;
    private const int Varying = -2;

    private int _length = None;
    private int _decimals = None;
    private bool _hasMissing;

    /// <summary>Adds a field that is not missing.</summary>
    public void Add(ReadOnlySpan<byte> field)
    {
        _length = Same(_length, field.Length);
        _decimals = Same(_decimals, Decimals(field));
    }

    /// <summary>Adds a field that is missing.</summary>
    public void AddMissing() => _hasMissing = true;

    /// <summary>Judges a time by its length.</summary>
    public FieldEnd OfTime(ReadOnlySpan<byte> field) =>
        _length <= 0 || field.Length > _length ? FieldEnd.Unknown : field.Length == _length ? FieldEnd.Whole : FieldEnd.Cut;

    /// <summary>
    /// Judges a number by its decimals. An empty field is cut off, unless the column has missing values.
    /// </summary>
    public FieldEnd OfNumber(ReadOnlySpan<byte> field) =>
        field.IsEmpty ? _hasMissing ? FieldEnd.Unknown : FieldEnd.Cut
        : _decimals <= 0 || Decimals(field) > _decimals ? FieldEnd.Unknown
        : Decimals(field) == _decimals ? FieldEnd.Whole
        : FieldEnd.Cut;

    private static int Same(int known, int seen) => known == None || known == seen ? seen : Varying;

    /// <summary>Counts the digits behind the last decimal mark. 0 when anything but digits follows it.</summary>
    private static int Decimals(ReadOnlySpan<byte> field)
    {
        int mark = field.LastIndexOfAny((byte)'.', (byte)',');
        return mark < 0 || field[(mark + 1)..].ContainsAnyExceptInRange((byte)'0', (byte)'9') ? 0 : field.Length - mark - 1;
    }
}
