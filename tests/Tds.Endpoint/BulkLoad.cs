using DbIngest.Tds.Endpoint.Protocol;
using DbIngest.Tds.Endpoint.Sql;
using DbIngest.Tds.Endpoint.Storage;

namespace DbIngest.Tds.Endpoint;

/// <summary>Reads a bulk load: column metadata, rows, and the end (MS-TDS 2.2.6.1).</summary>
/// <param name="reader">At the beginning of the message.</param>
/// <param name="target">What was announced.</param>
internal sealed class BulkLoad(PacketReader reader, BulkTarget target)
{
    private const byte ColMetadata = 0x81;
    private const byte Row = 0xD1;
    private const byte NbcRow = 0xD2;
    private const byte Done = 0xFD;

    private readonly List<object?[]> _rows = [];
    private IncomingType[] _types = [];

    /// <summary>What was announced.</summary>
    public BulkTarget Target => target;

    /// <summary>Rows read.</summary>
    public long Count { get; private set; }

    /// <summary>The rows, unless they are only counted.</summary>
    public IReadOnlyList<object?[]> Rows => _rows;

    /// <summary>Reads all of it.</summary>
    /// <param name="afterRow">Is told of each row; what it throws ends the reading.</param>
    public void Read(Action<long>? afterRow)
    {
        Expect(reader.Byte(), ColMetadata);
        _types = new IncomingType[reader.UInt16()];
        if (_types.Length != target.Columns.Count)
        {
            throw new ServerErrorException(4895, $"{_types.Length} columns come where {target.Columns.Count} were announced.");
        }

        for (int i = 0; i < _types.Length; i++)
        {
            reader.Take(6);
            _types[i] = IncomingType.Read(reader);
            reader.Text(reader.Byte());
        }

        // FreeTDS ends the message after the last row, without a token that says so.
        while (!reader.IsAtEnd)
        {
            byte token = reader.Byte();
            switch (token)
            {
                case Row:
                case NbcRow:
                    ReadRow(token == NbcRow);
                    Count++;
                    afterRow?.Invoke(Count);
                    break;
                case Done:
                    // Its count of rows has 4 bytes from SqlClient and 8 from others: neither is looked at.
                    reader.Rest();
                    return;
                default:
                    throw new ServerErrorException(4804, $"There is no token 0x{token:X2} in a bulk load, after {Count} rows.");
            }
        }
    }

    private void ReadRow(bool hasBitmap)
    {
        byte[]? nulls = hasBitmap ? reader.Take((_types.Length + 7) / 8).ToArray() : null;
        object?[]? row = target.Table.IsSink ? null : new object?[target.Table.Columns.Count];
        for (int i = 0; i < _types.Length; i++)
        {
            var column = target.Table.Columns[target.Columns[i]];
            bool isNull = nulls is not null && (nulls[i / 8] & (1 << (i % 8))) != 0;
            int length = isNull ? -1 : _types[i].Length(reader);
            if (length < 0)
            {
                if (!column.IsNullable)
                {
                    throw new ServerErrorException(515,
                        $"Cannot insert the value NULL into column '{column.Name}'; column does not allow nulls.");
                }

                continue;
            }

            var bytes = reader.Take(length);
            if (row is not null)
            {
                row[target.Columns[i]] = Finite(column, column.Type.Read(bytes));
            }
        }

        if (row is not null)
        {
            _rows.Add(row);
        }
    }

    /// <summary>SQL Server's float has neither NaN nor infinity.</summary>
    private static object Finite(Column column, object value) => value is double number && !double.IsFinite(number)
        ? throw new ServerErrorException(4816, $"Invalid column value: '{column.Name}' is {number}.")
        : value;

    private static void Expect(byte token, byte expected)
    {
        if (token != expected)
        {
            throw new ServerErrorException(4804, $"A bulk load begins with token 0x{expected:X2}, not 0x{token:X2}.");
        }
    }
}
