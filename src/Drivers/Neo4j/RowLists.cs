using DbIngest.Abstractions.Records;
using DbIngest.Targets.Neo4j;

namespace DbIngest.Drivers.Neo4j;

/// <summary>Rows of a batch as the driver takes parameters: the lists that our own client writes as bytes.</summary>
/// <param name="graph">The statements.</param>
internal sealed class RowLists(Neo4jGraph graph)
{
    /// <summary>The parameters of a statement on some of a batch's rows: <c>$source</c> and <c>$rows</c>.</summary>
    /// <param name="batch">The batch.</param>
    /// <param name="first">The first of the rows.</param>
    /// <param name="count">How many.</param>
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
