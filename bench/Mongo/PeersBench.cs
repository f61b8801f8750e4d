using System.Diagnostics;
using System.Globalization;
using System.Text;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire.Mongo;

namespace DbIngest.Bench.Mongo;

/// <summary>Our client and <c>mongoimport</c> with as many workers as we have sources, in turn, the same rows into the same server; both counted.</summary>
internal static partial class PeersBench
{
    private const string Collection = "records";

    /// <summary>Runs.</summary>
    /// <param name="rounds">Rounds that count; one before does not.</param>
    /// <param name="records">Records a source.</param>
    /// <returns>The exit code.</returns>
    public static int Run(int rounds, int records)
    {
        string? endpoint = Environment.GetEnvironmentVariable("DBINGEST_BENCH_ENDPOINT");
        string? program = Environment.GetEnvironmentVariable("DBINGEST_MONGOIMPORT");
        if (string.IsNullOrEmpty(endpoint) || string.IsNullOrEmpty(program))
        {
            Console.Error.WriteLine("DBINGEST_BENCH_ENDPOINT must name a server (mongodb://HOST:PORT), and DBINGEST_MONGOIMPORT the program.");
            return 2;
        }

        string file = Path.Combine(Path.GetTempPath(), $"dbingest-bench-{Environment.ProcessId}.json");
        try
        {
            WriteRows(file, records);
            using var target = Trials.Open(endpoint);
            var ratios = new List<(double Throughput, double Cpu)>();
            for (int round = -1; round < rounds; round++)
            {
                (double PerS, double Us) ours = default, theirs = default;
                double oursOfServer = 0, theirsOfServer = 0;
                for (int turn = 0; turn < 2; turn++)
                {
                    if ((turn + round) % 2 == 0)
                    {
                        double before = ServerS(target);
                        var trial = Trials.Ingest.Run(target, records);
                        ours = (trial.RecordsPerS, trial.ClientUsPerRecord);
                        oursOfServer = (ServerS(target) - before) * 1e6 / ((double)Trials.Sources * records);
                    }
                    else
                    {
                        target.Prepare(Trials.Ingest.Table(records));
                        double before = ServerS(target);
                        theirs = Import(program, endpoint, file, records);
                        theirsOfServer = (ServerS(target) - before) * 1e6 / ((double)Trials.Sources * records);
                    }

                    Check(endpoint, records);
                }

                Console.WriteLine(string.Create(
                    CultureInfo.InvariantCulture,
                    $"{(round < 0 ? "not counted" : $"round {round + 1}"),-12} wire {ours.PerS,9:N0} records/s {ours.Us:F2} us   mongoimport {theirs.PerS,9:N0} records/s {theirs.Us:F2} us   ratio {ours.PerS / theirs.PerS:F2}, CPU {theirs.Us / ours.Us:F1}; the server {oursOfServer:F1} and {theirsOfServer:F1} us a record, {oursOfServer * ours.PerS / 1e6:F2} and {theirsOfServer * theirs.PerS / 1e6:F2} cores"));
                if (round >= 0)
                {
                    ratios.Add((ours.PerS / theirs.PerS, theirs.Us / ours.Us));
                }
            }

            Console.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"medians: throughput wire / mongoimport {Median.Of(ratios.Select(r => r.Throughput)):F2}, client CPU mongoimport / wire {Median.Of(ratios.Select(r => r.Cpu)):F1}; {target.Describe().ServerVersion}"));
            target.Clean();
            return 0;
        }
        finally
        {
            File.Delete(file);
        }
    }

    private static (double PerS, double Us) Import(string program, string endpoint, string file, int records)
    {
        double total = (double)Trials.Sources * records;
        double cpu = OfEndedChildren();
        long started = Stopwatch.GetTimestamp();
        string[] arguments = [endpoint, "dbingest", Collection, file, "--numInsertionWorkers", Trials.Sources.ToString(CultureInfo.InvariantCulture), "--quiet"];
        using var import = Process.Start(new ProcessStartInfo(program, arguments) { UseShellExecute = false })!;
        import.WaitForExit();
        double seconds = Stopwatch.GetElapsedTime(started).TotalSeconds;
        return import.ExitCode == 0
            ? (total / seconds, (OfEndedChildren() - cpu) * 1e6 / total)
            : throw new InvalidOperationException($"mongoimport ended with {import.ExitCode}.");
    }

    /// <summary>CPU seconds of the server until now; 0 where it is on another machine.</summary>
    private static double ServerS(ITarget target) =>
        target.ServerProcesses().Sum(id =>
        {
            using var server = Process.GetProcessById(id);
            return server.TotalProcessorTime.TotalSeconds;
        });

    private static void Check(string endpoint, int records)
    {
        using var connection = MongoConnection.Open(MongoAddress.Parse(endpoint.Split('?')[0]).Hosts[0], new MongoConnectionOptions());
        long count = connection.Run("dbingest", new BsonDocument(("count", Collection))).Number("n") ?? -1;
        if (count != (long)Trials.Sources * records)
        {
            throw new InvalidOperationException($"{count} documents are there.");
        }
    }

    /// <summary>The rows of our trials, as the documents that we write: a line each, source after source in turn.</summary>
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

    private static double OfEndedChildren()
    {
        Span<long> usage = stackalloc long[18]; // struct rusage: two timevals, then 14 longs
        GetUsage(-1, ref usage[0]);
        return usage[0] + usage[2] + ((usage[1] + usage[3]) * 1e-6);
    }

    [System.Runtime.InteropServices.LibraryImport("libc", EntryPoint = "getrusage")]
    private static partial int GetUsage(int who, ref long usage);
}
