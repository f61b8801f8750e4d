using System.Collections;
using System.Data.Common;
using DbIngest.Abstractions.Records;

namespace DbIngest.Targets;

/// <summary>
/// Presents a batch to a driver's bulk copy as rows and columns. The driver writers of MySQL and SQL Server reuse one per lane,
/// on the timed path. <see cref="GetValue"/> boxes each value, which is the cost of the driver's interface. The typed getters
/// allocate nothing. Not thread-safe.
/// </summary>
/// <param name="valueCount">Values per record.</param>
/// <param name="hasUnsigned">True to present quality as an unsigned integer, false as the signed one with the same bits.</param>
internal sealed class BatchReader(int valueCount, bool hasUnsigned = false) : DbDataReader
{
    private const int FixedColumns = 4;

    private RecordBatch? _batch;
    private object _source = 0;
    private int _row;
    private int _end;

    /// <summary>
    /// True once all rows were read. From then on the driver may have sent the commit, so a failure is ambiguous.
    /// </summary>
    public bool IsAtEnd { get; private set; }

    public override int FieldCount => FixedColumns + valueCount;

    public override int Depth => 0;

    public override bool HasRows => _end > 0;

    public override bool IsClosed => false;

    public override int RecordsAffected => -1;

    public override object this[int ordinal] => GetValue(ordinal);

    public override object this[string name] => throw new NotSupportedException("Columns are read by their place.");

    /// <summary>Restarts at a range of rows.</summary>
    /// <param name="batch">The batch.</param>
    /// <param name="first">Index of the first row.</param>
    /// <param name="count">Number of rows.</param>
    public void Begin(RecordBatch batch, int first, int count)
    {
        if (_batch?.Source != batch.Source || _source is 0)
        {
            _source = batch.Source;
        }

        (_batch, _row, _end, IsAtEnd) = (batch, first - 1, first + count, false);
    }

    public override bool Read()
    {
        _row++;
        IsAtEnd = _row >= _end;
        return !IsAtEnd;
    }

    public override object GetValue(int ordinal)
    {
        var batch = _batch!;
        switch (ordinal)
        {
            case 0:
                return _source;
            case 1:
                return batch.FirstSequence + _row;
            case 2:
                return batch.Timestamps[_row];
            case 3:
                return hasUnsigned ? batch.Qualities[_row] : unchecked((int)batch.Qualities[_row]);
            default:
                double value = Value(ordinal);
                return double.IsNaN(value) ? DBNull.Value : value;
        }
    }

    public override bool IsDBNull(int ordinal) => ordinal >= FixedColumns && double.IsNaN(Value(ordinal));

    public override int GetInt32(int ordinal) => ordinal == 0 ? _batch!.Source : unchecked((int)_batch!.Qualities[_row]);

    public override long GetInt64(int ordinal) => ordinal == 1 ? _batch!.FirstSequence + _row : _batch!.Timestamps[_row];

    public override double GetDouble(int ordinal) => Value(ordinal);

    public override Type GetFieldType(int ordinal) => ordinal switch
    {
        0 => typeof(int),
        3 => hasUnsigned ? typeof(uint) : typeof(int),
        1 or 2 => typeof(long),
        _ => typeof(double),
    };

    public override string GetDataTypeName(int ordinal) => GetFieldType(ordinal).Name;

    public override string GetName(int ordinal) => ordinal < FixedColumns
        ? ((string[])["source", "sequence", "timestamp", "quality"])[ordinal] : _batch!.Schema.Values[ordinal - FixedColumns]
        .Name;

    public override int GetValues(object[] values)
    {
        int count = Math.Min(values.Length, FieldCount);
        for (int i = 0; i < count; i++)
        {
            values[i] = GetValue(i);
        }

        return count;
    }

    public override bool NextResult() => false;

    public override IEnumerator GetEnumerator() => new DbEnumerator(this);

    public override int GetOrdinal(string name) => throw Unasked();

    public override bool GetBoolean(int ordinal) => throw Unasked();

    public override byte GetByte(int ordinal) => throw Unasked();

    public override long GetBytes(int ordinal, long dataOffset, byte[]? buffer, int bufferOffset, int length) => throw Unasked();

    public override char GetChar(int ordinal) => throw Unasked();

    public override long GetChars(int ordinal, long dataOffset, char[]? buffer, int bufferOffset, int length) => throw Unasked();

    public override DateTime GetDateTime(int ordinal) => throw Unasked();

    public override decimal GetDecimal(int ordinal) => throw Unasked();

    public override float GetFloat(int ordinal) => throw Unasked();

    public override Guid GetGuid(int ordinal) => throw Unasked();

    public override short GetInt16(int ordinal) => throw Unasked();

    public override string GetString(int ordinal) => throw Unasked();

    private static NotSupportedException Unasked() =>
        new("A batch has whole and floating-point numbers of 32 and 64 bits, read by their place.");

    private double Value(int ordinal) => _batch!.Values[((ordinal - FixedColumns) * _batch.Capacity) + _row];
}
