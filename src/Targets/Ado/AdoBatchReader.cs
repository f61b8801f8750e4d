using System.Globalization;
using DbIngest.Abstractions.Records;

namespace DbIngest.Targets.Ado;

/// <summary>
/// Presents a batch to a provider's bulk copy as rows and columns. <see cref="AdoWriter"/> reuses one per lane on the timed path.
/// <see cref="GetValue"/> boxes each value, which is the cost of ADO.NET's interface. The columns must have the order of
/// <see cref="AdoTable"/>, because bulk copy maps them by position. Not thread-safe.
/// </summary>
/// <param name="schema">The values of a record.</param>
internal sealed class AdoBatchReader(RecordSchema schema) : RecordRows
{
    private RecordBatch? _batch;
    private int _row;

    public override int FieldCount => AdoTable.FixedColumns + schema.ValueCount;

    public override bool HasRows => _batch is { Count: > 0 };

    /// <summary>Restarts at the first row of a batch.</summary>
    public void Begin(RecordBatch batch) => (_batch, _row) = (batch, -1);

    public override bool Read() => ++_row < _batch!.Count;

    public override object GetValue(int ordinal)
    {
        var batch = _batch!;
        double value = ordinal < AdoTable.FixedColumns ? 0
            : batch.Values[((ordinal - AdoTable.FixedColumns) * batch.Capacity) + _row];
        return ordinal switch
        {
            0 => batch.Source,
            1 => batch.FirstSequence + _row,
            2 => batch.Timestamps[_row],
            3 => (int)batch.Qualities[_row],
            _ => double.IsNaN(value) ? DBNull.Value : value,
        };
    }

    public override bool IsDBNull(int ordinal) =>
        ordinal >= AdoTable.FixedColumns
            && double.IsNaN(_batch!.Values[((ordinal - AdoTable.FixedColumns) * _batch.Capacity) + _row]);

    public override Type GetFieldType(int ordinal) =>
        ordinal switch { 0 or 3 => typeof(int), 1 or 2 => typeof(long), _ => typeof(double) };

    public override string GetName(int ordinal) => ordinal switch
    {
        0 => "source",
        1 => "sequence",
        2 => "timestamp",
        3 => "quality",
        _ => schema.Values[ordinal - AdoTable.FixedColumns].Name,
    };

    public override int GetOrdinal(string name) => Enumerable.Range(0, FieldCount)
        .First(i => string.Equals(GetName(i), name, StringComparison.OrdinalIgnoreCase));

    public override int GetInt32(int ordinal) => (int)GetValue(ordinal);

    public override long GetInt64(int ordinal) => (long)GetValue(ordinal);

    public override double GetDouble(int ordinal) => (double)GetValue(ordinal);

    public override string GetString(int ordinal) => Convert.ToString(GetValue(ordinal), CultureInfo.InvariantCulture)!;
}
