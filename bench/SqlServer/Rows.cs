using System.Data;
using System.Globalization;
using System.Text;
using DbIngest.Abstractions.Records;

namespace DbIngest.Bench.SqlServer;

/// <summary>Makes the rows that all ways load, in the form that each needs.</summary>
internal static class Rows
{
    private static readonly string[] Fixed = ["source", "sequence", "timestamp", "quality"];

    public static RecordBatch Batch(int count)
    {
        var batch = new RecordBatch(RecordSchema.ThreePhaseMeter, count);
        batch.Reset(0, 0, count);
        var random = new SplitMix64(20_150_331);
        for (int row = 0; row < count; row++)
        {
            batch.Timestamps[row] = 1_700_000_000_000_000 + (row * 20_000L);
            batch.Qualities[row] = 0;
            for (int column = 0; column < batch.Schema.ValueCount; column++)
            {
                batch.Column(column)[row] = Math.Round(230 + random.NextDouble(), 3);
            }
        }

        return batch;
    }

    public static IEnumerable<string> Columns => Fixed.Concat(RecordSchema.ThreePhaseMeter.Values.Select(v => v.Name));

    /// <summary>An empty table of the rows' shape.</summary>
    public static DataTable Table()
    {
        var table = new DataTable { Locale = CultureInfo.InvariantCulture };
        int column = 0;
        foreach (string name in Columns)
        {
            table.Columns.Add(name, column is 0 or 3 ? typeof(int) : column < 4 ? typeof(long) : typeof(double));
            column++;
        }

        return table;
    }

    public static object[] Values(RecordBatch batch, int row)
    {
        object[] values = new object[4 + batch.Schema.ValueCount];
        values[0] = batch.Source;
        values[1] = batch.FirstSequence + row;
        values[2] = batch.Timestamps[row];
        values[3] = (int)batch.Qualities[row];
        for (int column = 0; column < batch.Schema.ValueCount; column++)
        {
            double value = batch.Values[(column * batch.Capacity) + row];
            values[4 + column] = double.IsNaN(value) ? DBNull.Value : value;
        }

        return values;
    }

    /// <summary>Returns a multi-row INSERT.</summary>
    public static string Insert(RecordBatch batch, int first, int count)
    {
        var sql = new StringBuilder("INSERT INTO [dbo].[dbingest_records] VALUES ");
        for (int row = first; row < first + count; row++)
        {
            sql.Append(row > first ? ",(" : "(")
                .AppendJoin(',', Values(batch, row).Select(v => Convert.ToString(v, CultureInfo.InvariantCulture))).Append(')');
        }

        return sql.ToString();
    }

    /// <summary>Writes a file for freebcp.</summary>
    public static void Write(string file, int records, int batchSize)
    {
        using var text = new StreamWriter(file);
        var batch = Batch(batchSize);
        for (int row = 0; row < records; row++)
        {
            text.WriteLine(string.Join('\t', Values(batch, row % batchSize)
                .Select(v => Convert.ToString(v, CultureInfo.InvariantCulture))));
        }
    }
}
