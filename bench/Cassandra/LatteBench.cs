using System.Globalization;
using System.Text.Json;
using DbIngest.Abstractions.Targets;
using DbIngest.Bench.Cassandra.Runs;
using DbIngest.Targets.Cassandra;

namespace DbIngest.Bench.Cassandra;

/// <summary>
/// Compares single insertions with latte, a load generator for Cassandra, for the bench command <c>latte</c>: on one node in
/// turn, with equally many requests in flight in all. latte is one thread on one connection. latte's table has the product's
/// columns, and eight doubles that are the same in every row. The product's client writes into another table, with doubles that a
/// source generates.
/// </summary>
internal static class LatteBench
{
    private const int WarmUpRounds = 2;

    /// <summary>In latte's scripting language: rows of 8 sources in turn, 5,000 of a source a partition.</summary>
    private const string Workload = """
        use latte::*;
        pub async fn schema(db) {
            db.execute(`CREATE KEYSPACE IF NOT EXISTS latte WITH REPLICATION = { 'class' : 'SimpleStrategy', 'replication_factor' : 1 }`).await?;
            db.execute(`CREATE TABLE IF NOT EXISTS latte.records(source int, bucket int, sequence bigint, timestamp bigint, quality int, v1 double, v2 double, v3 double, v4 double, v5 double, v6 double, v7 double, v8 double, PRIMARY KEY((source, bucket), sequence))`).await?;
        }
        pub async fn erase(db) { db.execute(`TRUNCATE TABLE latte.records`).await?; }
        pub async fn prepare(db) {
            db.prepare("insert", `INSERT INTO latte.records(source, bucket, sequence, timestamp, quality, v1, v2, v3, v4, v5, v6, v7, v8) VALUES (:a, :b, :c, :d, :e, :f, :g, :h, :i, :j, :k, :l, :m)`).await?;
        }
        pub async fn run(db, i) {
            db.execute_prepared("insert", [i % 8, i / 40000, i / 8, 1700000000000000 + i * 125, 0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]).await?;
        }
        """;

    private static readonly Shape[] Shapes =
    [
        .. new[] { 16, 128, 512, 1024 }.SelectMany(inFlight => new[]
        {
            new Shape("latte", inFlight, Sources: 0, Connections: 1),
            new Shape("ours, 1 source", inFlight, Sources: 1, Connections: 1),
            new Shape("ours, 8 sources on 1 connection", inFlight, Sources: 8, Connections: 1),
        }),
        new("latte", 4096, 0, 1),
        new("ours, 8 sources on 8 connections", 128, 8, 8),
        new("ours, 8 sources on 8 connections", 512, 8, 8),
        new("ours, 8 sources on 8 connections", 4096, 8, 8),
    ];

    private sealed record Shape(string Who, int InFlight, int Sources, int Connections)
    {
        public bool IsLatte => Sources == 0;

        public string Name => string.Create(CultureInfo.InvariantCulture, $"{InFlight,4} in flight: {Who}");

        public string Options => string.Create(
            CultureInfo.InvariantCulture,
            $"shape=single&window={InFlight / Connections}{(Connections < Sources ? $"&connections={Connections}" : string.Empty)}");
    }

    /// <summary>
    /// Runs all shapes in turn. Prints medians, and the rounds' ratios to latte with as many requests in flight and to the best
    /// shape of latte.
    /// </summary>
    /// <param name="rounds">Rounds that count.</param>
    /// <param name="records">Records of a run, in all.</param>
    /// <param name="only">Only shapes with this in their name.</param>
    /// <returns>The exit code: 2 without latte.</returns>
    public static int Run(int rounds, int records, string only)
    {
        if (Environment.GetEnvironmentVariable("LATTE") is not { Length: > 0 } latte || !File.Exists(latte))
        {
            Console.Error.WriteLine("LATTE must name the program latte (0.29 or later).");
            return 2;
        }

        using var keeper = Trials.Keeper();
        string place = keeper.AttachEndpoint.Split('?')[0];
        var shapes = Shapes.Where(shape => shape.Name.Contains(only, StringComparison.Ordinal)).ToArray();
        Say($"load {File.ReadAllText("/proc/loadavg").Trim()}, {Environment.ProcessorCount} processors");
        var figures = Turns.Run(
            rounds,
            shapes.Length,
            i => shapes[i].IsLatte ? Latte(latte, place, records, shapes[i].InFlight) : Ours(place, records, shapes[i]),
            WarmUpRounds);

        var best = Enumerable.Range(0, shapes.Length).Where(i => shapes[i].IsLatte).Select(i => figures[i])
            .MaxBy(f => FigureTable.Median(f, x => x.RecordsPerS));
        for (int i = 0; i < shapes.Length; i++)
        {
            int peer = Array.FindIndex(shapes, shape => shape.IsLatte && shape.InFlight == shapes[i].InFlight);
            string ratios = peer < 0 || best is null ? string.Empty
                : $"  to latte {Ratios(figures[i], figures[peer])}  to its best {Ratios(figures[i], best)}";
            Say($"{shapes[i].Name,-52} {FigureTable.Median(figures[i], f => f.RecordsPerS),9:N0} records/s  client {FigureTable.Median(figures[i], f => f.ClientUsPerRecord):F2} us{ratios}");
        }

        return 0;
    }

    private static TrialFigures Ours(string place, int records, Shape shape)
    {
        using var target = new CassandraDefinition().Open(Trials.Options($"{place}?{shape.Options}"));
        return Trials.Run(target, records / shape.Sources, batch: 2000, EightValues, shape.Sources);
    }

    private static readonly DbIngest.Sources.Synthetic.SyntheticWorkload EightValues = new(seed: 1, values: 8);

    /// <summary>latte's own report says how long it took and the CPU that its process took.</summary>
    private static TrialFigures Latte(string program, string place, int records, int inFlight)
    {
        string folder = Directory.CreateTempSubdirectory("dbingest-latte").FullName;
        try
        {
            File.WriteAllText(Path.Combine(folder, "insert.rn"), Workload);
            PeerProgram.Run(program, ["schema", "insert.rn", place], folder: folder);
            string said = PeerProgram.Run(
                program,
                ["run", "insert.rn", place, "--duration", Number(records), "--warmup", "1", "--threads", "1", "--concurrency",
                    Number(inFlight), "--quiet"],
                folder: folder);
            string report = Directory.EnumerateFiles(folder, "*.json").FirstOrDefault()
                ?? throw new TargetException($"latte left no report: {said}");
            using var read = JsonDocument.Parse(File.ReadAllText(report));
            var result = read.RootElement.GetProperty("result");
            return new TrialFigures(records / result.GetProperty("elapsed_time_s").GetDouble(), result.GetProperty("cpu_time_s")
                .GetDouble() * 1e6 / records);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static string Number(int number) => number.ToString(CultureInfo.InvariantCulture);

    private static string Ratios(IReadOnlyList<TrialFigures> over, IReadOnlyList<TrialFigures> under)
    {
        double[] ratios = [.. over.Zip(under, (a, b) => a.RecordsPerS / b.RecordsPerS).Order()];
        return string.Create(CultureInfo.InvariantCulture,
            $"{FigureTable.Median(ratios, r => r):F2} ({ratios[0]:F2} to {ratios[^1]:F2})");
    }

    private static void Say(FormattableString text) => Console.WriteLine(text.ToString(CultureInfo.InvariantCulture));
}
