using System.Text;

namespace DbIngest.Wire.Volt;

/// <summary>
/// Reads one result table row by row, in place. <see cref="VoltAnswer.Table"/> returns it. The audit and <c>VoltWriter</c> read
/// records by <see cref="TryRead"/>, administration reads catalogue and statistics by <see cref="All"/>. Valid as long as its
/// answer. Reading numbers allocates nothing.
/// </summary>
public ref struct VoltTable
{
    private readonly ReadOnlySpan<byte> _types;
    private readonly ReadOnlySpan<byte> _names;
    private WireReader _rest;
    private int _left;

    internal VoltTable(ReadOnlySpan<byte> bytes)
    {
        _rest = new WireReader(bytes);
        var header = new WireReader(_rest.Take(_rest.Int32()));
        header.Byte();
        _types = header.Take(header.Int16());
        _names = header.Take(header.Remaining);
        _left = _rest.Int32();
    }

    /// <summary>Names of the columns.</summary>
    public readonly IReadOnlyList<string> Columns
    {
        get
        {
            var names = new WireReader(_names);
            string[] columns = new string[_types.Length];
            for (int i = 0; i < columns.Length; i++)
            {
                columns[i] = names.Utf8(names.Int32());
            }

            return columns;
        }
    }

    /// <summary>Reads the next row; false after the last.</summary>
    /// <param name="row">Reads the row's values in column order. The column types give their encoding.</param>
    public bool TryRead(out WireReader row)
    {
        if (_left <= 0)
        {
            row = default;
            return false;
        }

        _left--;
        row = new WireReader(_rest.Take(_rest.Int32()));
        return true;
    }

    /// <summary>
    /// Reads all remaining rows as values by column name: <see cref="long"/>, <see cref="double"/> or <see cref="string"/>; null
    /// for any other type and for a text that is NULL. A number that is NULL keeps the value by which the protocol marks it, for
    /// example <see cref="VoltFloat.Null"/>. For statistics, not for the timed path.
    /// </summary>
    public IReadOnlyList<IReadOnlyDictionary<string, object?>> All()
    {
        var columns = Columns;
        var rows = new List<IReadOnlyDictionary<string, object?>>();
        while (TryRead(out var row))
        {
            var values = new Dictionary<string, object?>(StringComparer.OrdinalIgnoreCase);
            for (int i = 0; i < columns.Count; i++)
            {
                values[columns[i]] = Value((VoltType)_types[i], ref row);
            }

            rows.Add(values);
        }

        return rows;
    }

    private static object? Value(VoltType type, ref WireReader row)
    {
        switch (type)
        {
            case VoltType.TinyInt:
                return (long)(sbyte)row.Byte();
            case VoltType.SmallInt:
                return (long)row.Int16();
            case VoltType.Integer:
                return (long)row.Int32();
            case VoltType.BigInt or VoltType.Timestamp:
                return row.Int64();
            case VoltType.Float:
                return row.Double();
            case VoltType.Decimal:
                row.Take(16);
                return null;
            default:
                int length = row.Int32();
                var bytes = row.Take(Math.Max(0, length));
                return length >= 0 && type == VoltType.Text ? Encoding.UTF8.GetString(bytes) : null;
        }
    }
}
