using DbIngest.Abstractions.Records;
using DbIngest.Targets.Neo4j;

namespace DbIngest.Drivers.Neo4j;

/// <summary>Turns a batch's rows into the nested lists that the Neo4j driver takes as parameters.</summary>
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
