using DbIngest.Abstractions.Records;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Pivot;

/// <summary>
/// Sorts the rows of another reader by time in memory. <see cref="PivotReader"/> puts it before rows that are not in the order of
/// time. Rows of the same time keep their order. It throws beyond its limit rather than use more memory.
/// </summary>
internal sealed class SortedRows : IRecordReader
{
    private const int BatchRows = 4096;

    private readonly IRecordReader _rows;
    private readonly List<RecordBatch> _batches = [];
    private readonly int[] _order;
    private int _next;

    /// <summary>Reads all rows and sorts them.</summary>
    /// <param name="rows">The rows; disposed with this object.</param>
    /// <param name="maxRows">The most rows to hold.</param>
    /// <exception cref="InputException">The reader has more rows.</exception>
    public SortedRows(string name, IRecordReader rows, long maxRows)
    {
        _rows = rows;
        var times = new List<long>();
        for (var batch = new RecordBatch(rows.Schema, BatchRows); rows.Read(batch) > 0; batch =
            new RecordBatch(rows.Schema, BatchRows))
        {
            times.AddRange(batch.Timestamps.AsSpan(0, batch.Count));
            _batches.Add(batch);
            if (times.Count > maxRows)
            {
                throw Refusal.At(
                    name, 0, FormattableString.Invariant(
                        $"its rows are not in the order of time, and more than {maxRows} are not sorted here; sort the file by time first, or read one entity at a time with where="));
            }
        }

        // Sorting by time and then by index keeps the order of rows with the same time.
        _order = [.. Enumerable.Range(0, times.Count)];
        Array.Sort(_order, (a, b) => times[a] != times[b] ? times[a].CompareTo(times[b]) : a.CompareTo(b));
    }

    /// <inheritdoc/>
    public RecordSchema Schema => _rows.Schema;

    /// <inheritdoc/>
    public IReadOnlyDictionary<string, string> Facts => _rows.Facts;

    /// <inheritdoc/>
    public int Read(RecordBatch batch)
    {
        int first = _next;
        int count = Math.Min(batch.Capacity, _order.Length - first);
        batch.Reset(0, first, count);
        for (; _next < first + count; _next++)
        {
            var (from, row) = (_batches[_order[_next] / BatchRows], _order[_next] % BatchRows);
            int to = _next - first;
            batch.Timestamps[to] = from.Timestamps[row];
            batch.Qualities[to] = from.Qualities[row];
            for (int column = 0; column < Schema.ValueCount; column++)
            {
                batch.Values[(column * batch.Capacity) + to] = from.Values[(column * from.Capacity) + row];
            }
        }

        return count;
    }

    /// <inheritdoc/>
    public void Dispose() => _rows.Dispose();
}
