using System.Buffers.Binary;
using System.Net;
using System.Text;
using DbIngest.Wire.Cql.Frames;

namespace DbIngest.Wire.Cql.Results;

/// <summary>
/// A row copied into memory, values by column name. <see cref="CqlConnection.Query"/> returns such rows for schemas, settings and
/// the ring. Allocates per value: not for measured data, which the audit reads by <see cref="CqlPage"/>.
/// </summary>
public sealed class CqlRow
{
    private readonly IReadOnlyList<CqlColumn> _columns;
    private readonly byte[]?[] _values;

    internal CqlRow(IReadOnlyList<CqlColumn> columns, byte[]?[] values)
    {
        _columns = columns;
        _values = values;
    }

    /// <summary>Whether the column exists and is not null.</summary>
    public bool Has(string column) => Find(column) is not null;

    /// <summary>A text column; empty if the column is null or does not exist.</summary>
    public string Text(string column) => Encoding.UTF8.GetString(Find(column) ?? []);

    /// <summary>An integer column of 1, 2, 4 or 8 bytes; 0 if the column is null or does not exist.</summary>
    public long Integer(string column)
    {
        byte[] bytes = Find(column) ?? [];
        return bytes.Length switch
        {
            0 => 0,
            1 => (sbyte)bytes[0],
            2 => BinaryPrimitives.ReadInt16BigEndian(bytes),
            4 => BinaryPrimitives.ReadInt32BigEndian(bytes),
            8 => BinaryPrimitives.ReadInt64BigEndian(bytes),
            _ => throw new WireProtocolException($"The column {column} has {bytes.Length} bytes, which is not an integer."),
        };
    }

    /// <summary>A <c>uuid</c> column; empty if null.</summary>
    public Guid Uuid(string column) => Find(column) switch
    {
        null => Guid.Empty,
        { Length: 16 } bytes => new Guid(bytes, bigEndian: true),
        _ => throw new WireProtocolException($"The column {column} is not a uuid."),
    };

    /// <summary>An <c>inet</c> column; null if null.</summary>
    public IPAddress? Inet(string column) => Find(column) is { } bytes ? CqlReader.Address(bytes) : null;

    /// <summary>A <c>set</c> or <c>list</c> of text; empty if null.</summary>
    public IReadOnlyList<string> Texts(string column)
    {
        var texts = new List<string>();
        if (Find(column) is { } bytes)
        {
            var reader = new CqlReader(bytes);
            for (int left = reader.Int32(); left > 0; left--)
            {
                texts.Add(Encoding.UTF8.GetString(reader.Bytes(out _)));
            }
        }

        return texts;
    }

    /// <summary>A <c>map</c> of text to text; empty if null.</summary>
    public IReadOnlyDictionary<string, string> TextMap(string column)
    {
        var entries = new Dictionary<string, string>(StringComparer.Ordinal);
        if (Find(column) is { } bytes)
        {
            var reader = new CqlReader(bytes);
            for (int left = reader.Int32(); left > 0; left--)
            {
                string key = Encoding.UTF8.GetString(reader.Bytes(out _));
                entries[key] = Encoding.UTF8.GetString(reader.Bytes(out _));
            }
        }

        return entries;
    }

    /// <summary>Copies all rows of a page.</summary>
    internal static List<CqlRow> ReadAll(CqlPage page)
    {
        var rows = new List<CqlRow>();
        var reader = page.Rows;
        for (int row = 0; row < page.RowCount; row++)
        {
            byte[]?[] values = new byte[]?[page.Columns.Count];
            for (int column = 0; column < values.Length; column++)
            {
                var bytes = reader.Bytes(out bool isNull);
                values[column] = isNull ? null : bytes.ToArray();
            }

            rows.Add(new CqlRow(page.Columns, values));
        }

        return rows;
    }

    private byte[]? Find(string column)
    {
        for (int i = 0; i < _columns.Count; i++)
        {
            if (string.Equals(_columns[i].Name, column, StringComparison.Ordinal))
            {
                return _values[i];
            }
        }

        return null;
    }
}
