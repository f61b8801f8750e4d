namespace DbIngest.Wire.MySql;

/// <summary>
/// Reads one row of a prepared statement in binary, column by column in order. <see cref="MySqlStatement.TryRead"/> returns it.
/// <c>MySqlKeyed</c> and <c>MySqlAudit</c> read by it, in the order of the columns. Allocates nothing.
/// </summary>
public ref struct MySqlRow
{
    // A row begins with a zero byte. The NULL bitmap begins at its third bit.
    private const int NullOffset = 2;

    private readonly ReadOnlySpan<byte> _nulls;
    private WireReader _reader;
    private int _column;

    internal MySqlRow(ReadOnlySpan<byte> packet, int columns)
    {
        _reader = new WireReader(packet[1..]);
        _nulls = _reader.Take((columns + 7 + NullOffset) / 8);
    }

    /// <summary>Takes an INT that is not NULL.</summary>
    public int Int32() => IsNull() ? throw new WireProtocolException("A column declared NOT NULL contains NULL.")
        : _reader.Int32Little();

    /// <summary>Takes a BIGINT that is not NULL.</summary>
    public long Int64() => IsNull() ? throw new WireProtocolException("A column declared NOT NULL contains NULL.")
        : _reader.Int64Little();

    /// <summary>Takes a DOUBLE; NaN for NULL.</summary>
    public double Double() => IsNull() ? double.NaN : _reader.DoubleLittle();

    private bool IsNull()
    {
        int bit = NullOffset + _column++;
        return (_nulls[bit >> 3] & (1 << (bit & 7))) != 0;
    }
}
