namespace DbIngest.Abstractions.Records;

/// <summary>
/// The shape of a record: which double values it carries after its four fixed fields
/// (source: int32, sequence: int64, timestamp: int64 microseconds UTC, quality: 32-bit flags).
/// </summary>
public sealed class RecordSchema
{
    /// <summary>The largest number of values a record may carry; below the column limits of every target.</summary>
    public const int MaxValues = 1000;

    /// <summary>Bytes of the fixed fields: source 4, sequence 8, timestamp 8, quality 4.</summary>
    public const int FixedBytes = 24;

    /// <summary>The default schema: a three-phase mains meter, nine values, 96 bytes a record.</summary>
    public static readonly RecordSchema ThreePhaseMeter = new(
    [
        new("voltage_l1", "V"), new("voltage_l2", "V"), new("voltage_l3", "V"),
        new("current_l1", "A"), new("current_l2", "A"), new("current_l3", "A"),
        new("active_power", "W"), new("reactive_power", "var"), new("frequency", "Hz"),
    ]);

    /// <summary>Creates a schema.</summary>
    /// <param name="values">The values in their order; 1 to <see cref="MaxValues"/>, names valid and distinct.</param>
    /// <exception cref="ArgumentException">There are too few or too many values, or a name is invalid or repeated.</exception>
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

    /// <summary>The values in their order.</summary>
    public IReadOnlyList<ValueColumn> Values { get; }

    /// <summary>How many double values a record carries (V).</summary>
    public int ValueCount => Values.Count;

    /// <summary>The raw size of one record in bytes, before any encoding: <c>24 + 8 V</c>.</summary>
    public int BytesPerRecord => FixedBytes + (8 * ValueCount);

    private static bool IsValidName(string name) =>
        name.Length is > 0 and <= 60
        && name[0] is >= 'a' and <= 'z'
        && name.All(c => c is (>= 'a' and <= 'z') or (>= '0' and <= '9') or '_');
}
