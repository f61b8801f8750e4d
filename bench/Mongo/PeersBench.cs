using System.Globalization;
using System.Text;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire.Mongo;

namespace DbIngest.Bench.Mongo;

/// <summary>
/// Compares the wire client with <c>mongoimport</c>, for the bench command <c>peers</c>: in turn, the same rows into the same
/// server, with as many workers as sources. It throws when the collection has another number of documents afterwards.
/// </summary>
internal static class PeersBench
{
    private const string Collection = "records";

    /// <summary>Runs both in turn and prints medians.</summary>
    /// <param name="rounds">Rounds that count; one before does not.</param>
    /// <param name="records">Records a source.</param>
    /// <returns>The exit code.</returns>
    public static int Run(int rounds, int records)
    {
        string? endpoint = Environment.GetEnvironmentVariable("DBINGEST_BENCH_ENDPOINT");
        string? program = Environment.GetEnvironmentVariable("DBINGEST_MONGOIMPORT");
        if (string.IsNullOrEmpty(endpoint) || string.IsNullOrEmpty(program))
        {
            Console.Error.WriteLine(
                "DBINGEST_BENCH_ENDPOINT must name a server (mongodb://HOST:PORT), and DBINGEST_MONGOIMPORT the program.");
            return 2;
        }

        string file = Path.Combine(Path.GetTempPath(), $"dbingest-bench-{Environment.ProcessId}.json");
        string nothing = file + ".none";
        try
        {
            WriteRows(file, records);
            File.WriteAllText(nothing, string.Empty);
            using var target = Trials.Open(endpoint);
            Turns.RunPair("wire", "mongoimport", rounds, isOurs =>
            {
                var start = default(WriteCost);
                if (!isOurs)
                {
                    target.Prepare(Trials.Ingest.Table(records));
                    start = Import(program, endpoint, nothing);
                }

                var readers = target.OpenReaders();
                var figure = isOurs ? Ours(target, records) : Theirs(Import(program, endpoint, file), start, records);
                double server = readers.Sum(reader => reader.Read()?.CpuS ?? 0) * 1e6 / ((double)Trials.Sources * records);
                Check(endpoint, records);
                return figure with
                {
                    Remark = FormattableString.Invariant(
                        $"server {server:F1} us per record, {server * figure.PerS / 1e6:F2} cores"),
                };
            });
            Console.WriteLine(target.Describe().ServerVersion);
            target.Clean();
            return 0;
        }
        finally
        {
            File.Delete(file);
            File.Delete(nothing);
        }
    }

    private static PairFigure Ours(ITarget target, int records)
    {
        var trial = Trials.Ingest.Run(target, records);
        return new(trial.RecordsPerS, trial.ClientUsPerRecord);
    }

    private static PairFigure Theirs(WriteCost whole, WriteCost start, int records)
    {
        double total = (double)Trials.Sources * records;
        return PairFigure.Of(whole, total) with { WithoutStart = PairFigure.Of(whole.Without(start), total) };
    }

    /// <summary>Runs <c>mongoimport</c>. An empty file makes it start, connect and end.</summary>
    private static WriteCost Import(string program, string endpoint, string file) => WriteCost.OfPrograms(() => PeerProgram.Run(
        program, [endpoint, "dbingest", Collection, file, "--numInsertionWorkers",
            Trials.Sources.ToString(CultureInfo.InvariantCulture), "--quiet"]));

    private static void Check(string endpoint, int records)
    {
        using var connection =
            MongoConnection.Open(MongoAddress.Parse(endpoint.Split('?')[0]).Hosts[0], new MongoConnectionOptions());
        long count = connection.Run("dbingest", new BsonDocument(("count", Collection))).Number("n") ?? -1;
        if (count != (long)Trials.Sources * records)
        {
            throw new InvalidOperationException($"{count} documents are there.");
        }
    }

    /// <summary>Writes the rows of the trials as the product's documents: one per line, a batch of each source in turn.</summary>
    private static void WriteRows(string file, int records)
    {
        using var writer = new StreamWriter(file, append: false, Encoding.ASCII, 1 << 20);
        var batch = new RecordBatch(Trials.Ingest.Workload.Schema, Trials.Batch);
        for (int first = 0; first < records; first += Trials.Batch)
        {
            for (int source = 0; source < Trials.Sources; source++)
            {
                using var reader = Trials.Ingest.Workload.Open(source);
                reader.Fill(batch, first, Math.Min(Trials.Batch, records - first));
                for (int row = 0; row < batch.Count; row++)
                {
                    WriteRow(writer, batch, row);
                }
            }
        }
    }

    private static void WriteRow(StreamWriter writer, RecordBatch batch, int row)
    {
        long sequence = batch.FirstSequence + row;
        writer.Write(string.Create(
            CultureInfo.InvariantCulture,
            $"{{\"_id\":{{\"$numberLong\":\"{((long)batch.Source << 40) | sequence}\"}},\"source\":{batch.Source},\"sequence\":{{\"$numberLong\":\"{sequence}\"}},\"timestamp\":{{\"$numberLong\":\"{batch.Timestamps[row]}\"}},\"quality\":{(int)batch.Qualities[row]}"));
        for (int column = 0; column < batch.Schema.ValueCount; column++)
        {
            double value = batch.Column(column)[row];
            if (!double.IsNaN(value))
            {
                writer.Write(string.Create(CultureInfo.InvariantCulture, $",\"{batch.Schema.Values[column].Name}\":{value:R}"));
            }
        }

        writer.Write("}\n");
    }
}
