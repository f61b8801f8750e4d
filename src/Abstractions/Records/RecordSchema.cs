namespace DbIngest.Abstractions.Records;

/// <summary>
/// The double values that a record carries after its four fixed fields (source: int32, sequence: int64, timestamp: int64
/// microseconds UTC, quality: 32-bit flags). A workload defines it once per sweep, each target creates its table from it, and
/// each lane sizes its <see cref="RecordBatch"/> by it. Immutable. The order of the values counts, because hashes and stored rows
/// follow it.
/// </summary>
public sealed class RecordSchema
{
    /// <summary>Most values of a record, lower than every database's limit of columns.</summary>
    public const int MaxValues = 1000;

    /// <summary>Bytes of the fixed fields: source 4, sequence 8, timestamp 8, quality 4.</summary>
    public const int FixedBytes = 24;

    /// <summary>The default schema: a three-phase mains meter with nine values, 96 bytes per record.</summary>
    public static readonly RecordSchema ThreePhaseMeter = new(
    [
        new("voltage_l1", "V"), new("voltage_l2", "V"), new("voltage_l3", "V"),
        new("current_l1", "A"), new("current_l2", "A"), new("current_l3", "A"),
        new("active_power", "W"), new("reactive_power", "var"), new("frequency", "Hz"),
    ]);

    /// <summary>Name of the value that identifies a record's series (<see cref="WithSeries"/>).</summary>
    public const string SeriesName = "series";

    /// <summary>Creates a schema.</summary>
    /// <param name="values">1 to <see cref="MaxValues"/> values with valid and distinct names.</param>
    /// <exception cref="ArgumentException">The number of values is out of range, or a name is invalid or repeated.</exception>
    public RecordSchema(IReadOnlyList<ValueColumn> values)
    {
        if (values.Count is < 1 or > MaxValues)
        {
            throw new ArgumentException($"A record carries 1 to {MaxValues} values, not {values.Count}.", nameof(values));
        }

        var names = new HashSet<string>(StringComparer.Ordinal) { "source", "sequence", "timestamp", "quality" };
        foreach (var value in values)
        {
            if (!IsValidName(value.Name) || !names.Add(value.Name))
            {
                throw new ArgumentException($"'{value.Name}' is not a valid and distinct value name.", nameof(values));
            }
        }

        Values = values;
    }

    /// <summary>The values in order.</summary>
    public IReadOnlyList<ValueColumn> Values { get; }

    /// <summary>Values per record (V).</summary>
    public int ValueCount => Values.Count;

    /// <summary>
    /// Index of the value that identifies a record's series, always the last one. -1 if each source is one series. It holds a
    /// whole number from 0 to 2^31 - 1 and is never missing. A database stores it as it stores the identity of a device: as a
    /// tag, a symbol, or an indexed column.
    /// </summary>
    public int SeriesColumn { get; private init; } = -1;

    /// <summary>True if records name their series.</summary>
    public bool HasSeries => SeriesColumn >= 0;

    /// <summary>
    /// Values at the end that a trial adds to its table while it runs. Earlier records lack them. 0 if the table has all values
    /// from the beginning.
    /// </summary>
    public int AddedCount { get; private init; }

    /// <summary>The values of the table before values are added to it. The same schema if none are.</summary>
    public RecordSchema BeforeAddition => AddedCount == 0 ? this : new([.. Values.Take(ValueCount - AddedCount)]);

    /// <summary>Values that were measured: all but the series.</summary>
    public int MeasuredCount => HasSeries ? SeriesColumn : ValueCount;

    /// <summary>The values that were measured, without the series.</summary>
    public IEnumerable<ValueColumn> Measured => Values.Take(MeasuredCount);

    /// <summary>Raw bytes of one record before any encoding: <c>24 + 8 V</c>.</summary>
    public int BytesPerRecord => FixedBytes + (8 * ValueCount);

    /// <summary>The same values, followed by the series of the record.</summary>
    /// <exception cref="ArgumentException">
    /// There are <see cref="MaxValues"/> values already, or one is named <see cref="SeriesName"/>.
    /// </exception>
    public RecordSchema WithSeries() =>
        new([.. Values, new ValueColumn(SeriesName, string.Empty)]) { SeriesColumn = ValueCount };

    /// <summary>The same values, followed by those that a trial adds while it runs: <c>added_1</c> and so on.</summary>
    /// <param name="count">How many, at least 1.</param>
    /// <exception cref="ArgumentException">
    /// The schema would exceed <see cref="MaxValues"/> values, already has a value of an added name, or ends in a series.
    /// </exception>
    public RecordSchema WithAdded(int count) => HasSeries
        ? throw new ArgumentException("The series stays the last value of a record, so no value can follow it.", nameof(count))
        : new([.. Values, .. AddedNames(count).Select(name => new ValueColumn(name, string.Empty))])
        {
            AddedCount = count,
        };

    /// <summary>The names of values that a trial adds: <c>added_1</c> and so on. No value of a workload may have one.</summary>
    /// <param name="count">How many, 0 for none.</param>
    public static IEnumerable<string> AddedNames(int count) => Enumerable.Range(1, count).Select(n => $"added_{n}");

    private static bool IsValidName(string name) =>
        name.Length is > 0 and <= 60
        && name[0] is >= 'a' and <= 'z'
        && name.All(c => c is (>= 'a' and <= 'z') or (>= '0' and <= '9') or '_');
}
