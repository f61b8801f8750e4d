using DbIngest.Abstractions.Records;
using DbIngest.Targets.Neo4j;

namespace DbIngest.Drivers.Neo4j;

/// <summary>
/// Turns a batch's rows into the nested lists that the Neo4j driver takes as parameters. Each <see cref="Neo4jDriverWriter"/>
/// owns one and calls it per statement. It allocates per value, as the driver requires.
/// </summary>
/// <param name="graph">Keys of records.</param>
internal sealed class Neo4jRowLists(Neo4jGraph graph)
{
    /// <summary>The parameters <c>$source</c> and <c>$rows</c> of a statement on some rows.</summary>
    /// <param name="batch">The batch.</param>
    /// <param name="first">Index of the first row.</param>
    /// <param name="count">Number of rows.</param>
    public Dictionary<string, object> Parameters(RecordBatch batch, int first, int count)
    {
        var rows = new object?[count][];
        for (int i = 0; i < count; i++)
        {
            rows[i] = Row(batch, first + i);
        }

        return new Dictionary<string, object>(StringComparer.Ordinal) { ["source"] = batch.Source, ["rows"] = rows };
    }

    /// <summary>The parameters <c>$source</c>, <c>$from</c> and <c>$to</c> of a statement on a range of keys.</summary>
    /// <param name="source">The records' source.</param>
    /// <param name="first">The first sequence number.</param>
    /// <param name="count">Number of records.</param>
    public Dictionary<string, object> Range(int source, long first, int count) => new(StringComparer.Ordinal)
    {
        ["source"] = source,
        ["from"] = graph.Key(source, first),
        ["to"] = graph.Key(source, first + count),
    };

    /// <summary>The parameters of a statement that changes the record of a batch of one: its key and <c>$row</c>.</summary>
    public Dictionary<string, object> Record(RecordBatch record)
    {
        var parameters = Range(record.Source, record.FirstSequence, 1);
        parameters.Add("row", Row(record, 0));
        return parameters;
    }

    private object?[] Row(RecordBatch batch, int row)
    {
        object?[] cells = new object?[3 + batch.Schema.ValueCount];
        cells[0] = graph.Key(batch.Source, batch.FirstSequence + row);
        cells[1] = batch.Timestamps[row];
        cells[2] = (long)batch.Qualities[row];
        for (int column = 0; column < batch.Schema.ValueCount; column++)
        {
            double value = batch.Values[(column * batch.Capacity) + row];
            cells[3 + column] = double.IsNaN(value) ? null : value;
        }

        return cells;
    }
}
