using DbIngest.Abstractions.Records;

namespace DbIngest.Targets;

/// <summary>
/// Presents a batch to a driver's bulk copy as rows and columns. The driver writers of MySQL and SQL Server reuse one per lane,
/// on the timed path. <see cref="GetValue"/> boxes each value, which is the cost of the driver's interface. The typed getters
/// allocate nothing. Columns have the order of the table, because bulk copy maps them by position. Not thread-safe.
/// </summary>
/// <param name="valueCount">Values per record.</param>
/// <param name="hasUnsigned">True to present quality as an unsigned integer, false as the signed one with the same bits.</param>
internal sealed class BatchReader(int valueCount, bool hasUnsigned = false) : RecordRows
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

    public override bool HasRows => _end > 0;

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

    public override string GetName(int ordinal) => ordinal < FixedColumns
        ? ((string[])["source", "sequence", "timestamp", "quality"])[ordinal] : _batch!.Schema.Values[ordinal - FixedColumns]
        .Name;

    private double Value(int ordinal) => _batch!.Values[((ordinal - FixedColumns) * _batch.Capacity) + _row];
}
