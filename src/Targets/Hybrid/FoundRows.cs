using DbIngest.Abstractions.Operations;

namespace DbIngest.Targets.Hybrid;

/// <summary>
/// Receives rows of control data, and computes which records no row counts. Each <see cref="ControlRows"/> reuses one, and must
/// clear it before each read. Not thread-safe.
/// </summary>
internal sealed class FoundRows : IRecordReceiver
{
    /// <summary>The rows, in any order. The row that registers a source has the first record -1 and the count 0.</summary>
    public List<ControlContent.Promise> Rows { get; } = [];

    /// <summary>Forgets all rows.</summary>
    public void Clear() => Rows.Clear();

    /// <inheritdoc/>
    public void Add(int source, long sequence, long timestamp, uint quality, ReadOnlySpan<double> values) =>
        Rows.Add(new(sequence - 1, (long)values[1], timestamp));

    /// <summary>The runs of records of a range that no row counts.</summary>
    /// <param name="rows">The rows, ordered by their first record.</param>
    /// <param name="first">Sequence number of the first record of the range.</param>
    /// <param name="count">Number of records in the range.</param>
    public static IReadOnlyList<(long First, int Count)> Uncovered(
        IEnumerable<ControlContent.Promise> rows, long first, int count)
    {
        var runs = new List<(long, int)>();
        long next = first;
        foreach (var row in rows)
        {
            AddUpTo(Math.Min(row.First, first + count));
            next = Math.Max(next, row.First + row.Count);
        }

        AddUpTo(first + count);
        return runs;

        void AddUpTo(long end)
        {
            if (end > next)
            {
                runs.Add((next, (int)(end - next)));
            }
        }
    }
}
