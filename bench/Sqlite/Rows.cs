using System.Globalization;
using DbIngest.Abstractions.Records;

namespace DbIngest.Bench.Sqlite;

/// <summary>Makes meter-like records of the default schema, as batches or as CSV.</summary>
internal static class Rows
{
    public static readonly RecordSchema Schema = RecordSchema.ThreePhaseMeter;

    public static RecordBatch Batch(int source, int capacity)
    {
        var batch = new RecordBatch(Schema, capacity);
        Fill(batch, source, 0, capacity);
        return batch;
    }

    public static void Fill(RecordBatch batch, int source, long first, int count)
    {
        batch.Reset(source, first, count);
        var random = new SplitMix64((ulong)(source + first + 1));
        for (int row = 0; row < count; row++)
        {
            batch.Timestamps[row] = 1_700_000_000_000_000 + ((first + row) * 20_000);
            batch.Qualities[row] = 0;
        }

        for (int column = 0; column < Schema.ValueCount; column++)
        {
            foreach (ref double cell in batch.Column(column))
            {
                cell = 200 + (60 * random.NextDouble());
            }
        }
    }

    /// <summary>The records as the CSV file that sqlite3's .import reads.</summary>
    public static void WriteCsv(string path, int source, int records)
    {
        using var file = new StreamWriter(path);
        var batch = Batch(source, records);
        for (int row = 0; row < records; row++)
        {
            file.Write(string.Create(CultureInfo.InvariantCulture, $"{source},{row},{batch.Timestamps[row]},0"));
            for (int column = 0; column < Schema.ValueCount; column++)
            {
                file.Write(',');
                file.Write(batch.Column(column)[row].ToString("R", CultureInfo.InvariantCulture));
            }

            file.Write('\n');
        }
    }
}
