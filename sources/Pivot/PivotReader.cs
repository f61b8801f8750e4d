using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Pivot;

/// <summary>
/// Makes records of a long table, which has a row per value: rows of the same time become one record, with a value per entity.
/// A second row of an entity begins another record of that time. An entity without a row at that time is NaN, and the record's
/// quality says that values are missing. <see cref="PivotOfSet"/> opens one per file. Rows in the order of time are streamed.
/// Other rows are sorted in memory, up to a limit, beyond which the reader throws.
/// </summary>
internal sealed class PivotReader : IRecordReader
{
    // At most 64 MiB of values. Times, qualities and order of the rows take up to about 100 MiB more.
    private const long MaxSorted = 8 << 20;
    private const int BatchRows = 1024;

    private readonly string _name;
    private readonly IRecordReader _rows;
    private readonly int _values;
    private readonly RecordBatch _batch;
    private readonly bool[] _given;
    private int _next;
    private long _records;

    /// <summary>Opens the rows.</summary>
    /// <param name="inOrder">True when the rows are in the order of time.</param>
    /// <param name="rows">The rows, with the entity's number as their last value; disposed with this object.</param>
    /// <exception cref="InputException">A record would have too many values, or there are too many rows to sort.</exception>
    public PivotReader(string name, Entities entities, bool inOrder, IRecordReader rows)
    {
        _name = name;
        _values = rows.Schema.ValueCount - 1;
        if (entities.Names.Count == 0)
        {
            throw Refusal.At(name, 0, "no row of the input is read: it has no rows, or its options leave out all of them");
        }

        if (entities.Names.Count * _values > RecordSchema.MaxValues)
        {
            throw Refusal.At(
                name, 0, FormattableString.Invariant(
                    $"{entities.Names.Count} texts times {_values} values would be values of a record, which has {RecordSchema.MaxValues} at most; choose with where= and columns="));
        }

        var values = rows.Schema.Values.Take(_values).ToList();
        Schema = new RecordSchema(
            [.. ColumnNames.ToColumns(entities.Names
            .SelectMany(entity => values.Select(value => (_values == 1 ? entity : $"{entity}_{value.Name}", (string?)null))))
            .Select((column, i) => column with { Unit = column.Unit.Length > 0 ? column.Unit : values[i % _values].Unit })]);
        _rows = inOrder ? rows : new SortedRows(name, rows, MaxSorted / rows.Schema.ValueCount);
        _batch = new RecordBatch(rows.Schema, BatchRows);
        _given = new bool[entities.Names.Count];
        InOrder = inOrder;
    }

    /// <inheritdoc/>
    public RecordSchema Schema { get; }

    /// <summary>True when the rows were in the order of time.</summary>
    public bool InOrder { get; }

    /// <inheritdoc/>
    public IReadOnlyDictionary<string, string> Facts => new Dictionary<string, string>(_rows.Facts, StringComparer.Ordinal)
    {
        ["pivot_entities"] = _given.Length.ToString(CultureInfo.InvariantCulture),
        ["pivot_order"] = InOrder ? "as in the file" : "sorted by time in memory",
    };

    /// <inheritdoc/>
    public int Read(RecordBatch batch)
    {
        int records = 0;
        while (records < batch.Capacity && More())
        {
            Record(batch, records++);
        }

        batch.Reset(0, _records, records);
        _records += records;
        return records;
    }

    /// <inheritdoc/>
    public void Dispose() => _rows.Dispose();

    private bool More()
    {
        if (_next < _batch.Count)
        {
            return true;
        }

        _next = 0;
        return _rows.Read(_batch) > 0;
    }

    /// <summary>Joins the rows of one time. A second row of an entity begins another record of the same time.</summary>
    private void Record(RecordBatch batch, int record)
    {
        Array.Clear(_given);
        BatchRow.Clear(batch, record, Schema.ValueCount);

        long time = _batch.Timestamps[_next];
        uint quality = 0;
        while (More() && _batch.Timestamps[_next] == time)
        {
            int entity = (int)_batch.Values[(_values * _batch.Capacity) + _next];
            if (entity >= _given.Length)
            {
                throw Refusal.At(_name, 0,
                    "it changed while it was read: its rows name a value that they did not name before; read it again when no "
                    + "program writes to it");
            }

            if (_given[entity])
            {
                break;
            }

            _given[entity] = true;
            quality |= _batch.Qualities[_next];
            for (int value = 0; value < _values; value++)
            {
                batch.Values[(((entity * _values) + value) * batch.Capacity) + record] =
                    _batch.Values[(value * _batch.Capacity) + _next];
            }

            _next++;
        }

        batch.Timestamps[record] = time;
        batch.Qualities[record] =
            quality | (uint)(Array.TrueForAll(_given, given => given) ? RecordQuality.Good : RecordQuality.Missing);
    }
}
