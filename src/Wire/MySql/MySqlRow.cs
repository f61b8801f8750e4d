namespace DbIngest.Wire.MySql;

/// <summary>A row in binary, read column by column: each as its type is.</summary>
public ref struct MySqlRow
{
    // A row begins with a zero; the bits of NULLs begin with the third.
    private const int NullOffset = 2;

    private readonly ReadOnlySpan<byte> _nulls;
    private WireReader _reader;
    private int _column;

    internal MySqlRow(ReadOnlySpan<byte> packet, int columns)
    {
        _reader = new WireReader(packet[1..]);
        _nulls = _reader.Take((columns + 7 + NullOffset) / 8);
    }

    /// <summary>Takes an INT, which is not NULL.</summary>
    public int Int32() => IsNull() ? throw new WireProtocolException("A column without NULLs has one.") : _reader.Int32Little();

    /// <summary>Takes a BIGINT, which is not NULL.</summary>
    public long Int64() => IsNull() ? throw new WireProtocolException("A column without NULLs has one.") : _reader.Int64Little();

    /// <summary>Takes a DOUBLE; NULL is NaN.</summary>
    public double Double() => IsNull() ? double.NaN : _reader.DoubleLittle();

    private bool IsNull()
    {
        int bit = NullOffset + _column++;
        return (_nulls[bit >> 3] & (1 << (bit & 7))) != 0;
    }
}
