using System.Collections;
using System.Data.Common;
using DbIngest.Abstractions.Records;

namespace DbIngest.Targets;

/// <summary>
/// A batch as a driver's bulk copy reads it, row after row and column after column. What it asks for by value is boxed: that is
/// the driver's price, paid once a value and with nothing beside it.
/// </summary>
/// <param name="valueCount">Values a record.</param>
/// <param name="hasUnsigned">Whether the database has unsigned numbers, so that quality is one.</param>
internal sealed class BatchReader(int valueCount, bool hasUnsigned = false) : DbDataReader
{
    private const int FixedColumns = 4;

    private RecordBatch? _batch;
    private object _source = 0;
    private int _row;
    private int _end;

    /// <summary>Whether all rows have been read: what commits them may have been sent from here on.</summary>
    public bool IsAtEnd { get; private set; }

    public override int FieldCount => FixedColumns + valueCount;

    public override int Depth => 0;

    public override bool HasRows => _end > 0;

    public override bool IsClosed => false;

    public override int RecordsAffected => -1;

    public override object this[int ordinal] => GetValue(ordinal);

    public override object this[string name] => throw new NotSupportedException("Columns are read by their place.");

    /// <summary>Goes to the beginning of some rows.</summary>
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
