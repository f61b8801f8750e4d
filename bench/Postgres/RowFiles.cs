using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Targets.Postgres.Sessions;

namespace DbIngest.Bench.Postgres;

/// <summary>
/// The rows of every client as files for psql. <see cref="Contest"/> makes them before anything is timed, and fills its batches
/// in memory by <see cref="Fill"/>. Disposing it deletes them.
/// </summary>
internal sealed class RowFiles : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("dbingest-bench-");

    public RowFiles(int clients, long records, int batch)
    {
        for (int client = 0; client < clients; client++)
        {
            Write(client, 0, (int)records, Binary(client), Csv(client));
            using var script = new StreamWriter(Script(client));
            for (long first = 0; first < records; first += batch)
            {
                string part = Binary(client) + string.Create(CultureInfo.InvariantCulture, $".{first}");
                Write(client, first, (int)Math.Min(batch, records - first), part, csv: null);
                script.WriteLine($"\\copy {PostgresTable.Name} from '{part}' with (format binary)");
            }
        }
    }

    /// <summary>The file of all rows of a client for one binary COPY.</summary>
    public string Binary(int client) =>
        Path.Combine(_folder.FullName, string.Create(CultureInfo.InvariantCulture, $"{client}.bin"));

    /// <summary>The file of all rows of a client as CSV.</summary>
    public string Csv(int client) => Path.ChangeExtension(Binary(client), "csv");

    /// <summary>The file of a psql script with one binary COPY of a separate file per batch.</summary>
    public string Script(int client) => Path.ChangeExtension(Binary(client), "sql");

    public void Dispose() => _folder.Delete(recursive: true);

    /// <summary>Fills a batch with a client's rows.</summary>
    public static void Fill(RecordBatch batch, int client, long first, int count)
    {
        batch.Reset(client, first, count);
        for (int row = 0; row < count; row++)
        {
            var random = new SplitMix64((ulong)((client * 1_000_003L) + first + row));
            batch.Timestamps[row] = 1_700_000_000_000_000 + ((first + row) * 20_000);
            batch.Qualities[row] = 0;
            for (int column = 0; column < batch.Schema.ValueCount; column++)
            {
                batch.Column(column)[row] = Math.Round(230 + random.NextDouble(), 3);
            }
        }
    }

    private static void Write(int client, long first, int count, string binary, string? csv)
    {
        var batch = new RecordBatch(RecordSchema.ThreePhaseMeter, count);
        Fill(batch, client, first, count);
        using (var file = File.Create(binary))
        {
            var buffer = new StreamBuffer(64 * 1024) { Target = file };
            new CopyEncoder(batch.Schema.ValueCount).WriteTo(batch, buffer);
            buffer.Flush();
        }

        if (csv is null)
        {
            return;
        }

        using var text = new StreamWriter(csv);
        for (int row = 0; row < count; row++)
        {
            var time = DateTime.UnixEpoch.AddTicks(batch.Timestamps[row] * 10);
            text.Write(string.Create(CultureInfo.InvariantCulture,
                $"{first + row},{time:yyyy-MM-dd HH:mm:ss.ffffff}+00,{client},0"));
            for (int column = 0; column < batch.Schema.ValueCount; column++)
            {
                text.Write(string.Create(CultureInfo.InvariantCulture, $",{batch.Column(column)[row]:R}"));
            }

            text.Write('\n');
        }
    }
}
