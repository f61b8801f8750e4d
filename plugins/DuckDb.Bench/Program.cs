using System.Diagnostics;
using System.Globalization;
using DbIngest.Abstractions.Targets;
using DuckDb;
using DuckDb.Bench;

// The plug-in beside DuckDB's own COPY of the same records from a file, and beside the driver's appender of rows: in turn, after
// a round that does not count. A ratio is of rates: 2 means twice as fast as COPY from CSV in the same round. One by CPU is of
// the process's CPU time until all is settled, which other work on the machine changes less. The tables in "Speed" of
// plugins/DuckDb/README.md hold the ranges of the medians that three runs of this program printed.
int rounds = args.Length > 0 ? int.Parse(args[0], CultureInfo.InvariantCulture) : 5;
int records = args.Length > 1 ? int.Parse(args[1], CultureInfo.InvariantCulture) : 500_000;
string folder = Directory.CreateTempSubdirectory("duckdb-bench-").FullName;
try
{
    using var target = new DuckDbDefinition().Open(new TargetOptions { WorkFolder = folder });
    var table = new TrialTable(Meter.Schema, Sources: 1, records);
    string csv = Path.Combine(folder, "records.csv");
    string parquet = Path.Combine(folder, "records.parquet");
    target.Prepare(table);
    Ways.Plugin(target, records, 100_000);
    Ways.Execute(target, $"COPY dbingest_records TO '{csv}'");
    Ways.Execute(target, $"COPY dbingest_records TO '{parquet}'");

    (string Name, Action Run)[] ways =
    [
        ("COPY FROM csv, one transaction", () => Ways.Execute(target, $"COPY dbingest_records FROM '{csv}'")),
        ("COPY FROM parquet, one transaction", () => Ways.Execute(target, $"COPY dbingest_records FROM '{parquet}'")),
        ("plug-in, batches of 1,000", () => Ways.Plugin(target, records, 1_000)),
        ("plug-in, batches of 10,000", () => Ways.Plugin(target, records, 10_000)),
        ("plug-in, batches of 100,000", () => Ways.Plugin(target, records, 100_000)),
        ("driver's appender of rows, batches of 10,000", () => Ways.Rows(target, records, 10_000)),
    ];
    var acknowledged = ways.Select(_ => new List<double>()).ToArray();
    var settled = ways.Select(_ => new List<double>()).ToArray();
    var cpu = ways.Select(_ => new List<double>()).ToArray();
    for (int round = -1; round < rounds; round++)
    {
        for (int turn = 0; turn < ways.Length; turn++)
        {
            int way = (turn + round + 1) % ways.Length;
            target.Prepare(table);
            var before = Environment.CpuUsage.TotalTime;
            long started = Stopwatch.GetTimestamp();
            ways[way].Run();
            double first = Stopwatch.GetElapsedTime(started).TotalSeconds;
            target.Settle(CancellationToken.None);
            double whole = Stopwatch.GetElapsedTime(started).TotalSeconds;
            double used = (Environment.CpuUsage.TotalTime - before).TotalSeconds;
            if (Ways.Execute(target, "SELECT count(*) FROM dbingest_records") is not long count || count != records)
            {
                throw new InvalidOperationException($"{ways[way].Name} did not store {records} records.");
            }

            if (round >= 0)
            {
                acknowledged[way].Add(records / first);
                settled[way].Add(records / whole);
                cpu[way].Add(records / used);
            }
        }
    }

    Console.WriteLine($"{"",-46}{"records/s",12}{"ratio, least to greatest",28}{"until settled",28}{"by CPU",28}");
    for (int way = 0; way < ways.Length; way++)
    {
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"{ways[way].Name,-46}{Median(acknowledged[way]),12:N0}{Ratios(acknowledged, way),28}{Ratios(settled, way),28}")
            + $"{Ratios(cpu, way),28}");
    }
}
finally
{
    Directory.Delete(folder, recursive: true);
}

static double Median(IEnumerable<double> values) => values.Order().ElementAt(values.Count() / 2);

static string Ratios(List<double>[] rates, int way)
{
    double[] ratios = [.. rates[way].Zip(rates[0], (rate, copy) => rate / copy)];
    return string.Create(CultureInfo.InvariantCulture, $"{Median(ratios):F2} ({ratios.Min():F2} to {ratios.Max():F2})");
}
