using System.Globalization;
using System.Text.RegularExpressions;
using DbIngest.Abstractions.Targets;
using DbIngest.Sources.Synthetic;
using DbIngest.Targets.Postgres;
using Npgsql;

namespace DbIngest.Bench.Mixes;

/// <summary>
/// The peer pgbench, with the product's statements, prepared, on a copy of the product's table. The keys are uniform, since the
/// Zipf distribution of pgbench does not accept the exponent 0.99. pgbench reads no answers. Without a rate this class gives no
/// percentiles, since pgbench would take longer to log a transaction than to run it. A failed transaction throws.
/// </summary>
internal sealed partial class PgBench : IPeer
{
    private const int Threads = 2;

    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(60);
    private static readonly string[] Columns =
        [.. new SyntheticWorkload(1, Work.Values).Schema.Values.Select(v => $"\"{v.Name}\"")];

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("dbingest-bench-");

    public string Name => "pgbench";

    public TargetDefinition Database { get; } = new PostgresDefinition();

    public string? Endpoint => null;

    public string Keys => "uniform";

    public int WarmUps => 1;

    private static string Program => Directory.Exists("/usr/lib/postgresql")
        ? Directory.GetDirectories("/usr/lib/postgresql").Select(version => Path.Combine(version, "bin", "pgbench"))
            .Where(File.Exists).Order(StringComparer.Ordinal).LastOrDefault("pgbench")
        : "pgbench";

    public void Load(ITarget target, Work work)
    {
        PostgresRows.Execute(
            target,
            """
            DROP TABLE IF EXISTS bench_rows;
            CREATE TABLE bench_rows (LIKE dbingest_records) WITH (autovacuum_enabled = false);
            INSERT INTO bench_rows SELECT * FROM dbingest_records;
            CREATE UNIQUE INDEX ON bench_rows (source, sequence);
            CHECKPOINT
            """);
        string draw = string.Create(CultureInfo.InvariantCulture, $"\\set key random(0, {work.Rows - 1})\n");
        File.WriteAllText(
            Script("read"),
            $"{draw}SELECT sequence, \"timestamp\", source, quality, {string.Join(", ", Columns)} FROM bench_rows "
                + "WHERE source = 0 AND sequence = :key;\n");

        // All values are one random number. The server parses and stores as much, and pgbench has less to do than the product.
        File.WriteAllText(
            Script("update"),
            $"{draw}\\set value random(1, 1000000000)\nUPDATE bench_rows SET quality = 1, "
                + $"{string.Join(", ", Columns.Select(column => $"{column} = :value"))} WHERE source = 0 AND sequence = :key;\n");
    }

    public (long Operations, double PerS, Percentiles? Read, Percentiles? Update) Run(ITarget target, Work work)
    {
        var place = new NpgsqlConnectionStringBuilder(target.AttachEndpoint);
        foreach (var log in _folder.GetFiles("log*"))
        {
            log.Delete();
        }

        List<string> kinds = [];
        foreach (var (kind, weight) in new[] { ("read", work.ReadPercent), ("update", 100 - work.ReadPercent) })
        {
            if (weight > 0)
            {
                kinds.AddRange(["-f", string.Create(CultureInfo.InvariantCulture, $"{Script(kind)}@{weight}")]);
            }
        }

        string output = PeerProgram.Run(
            Program,
            [
                "-h", place.Host!, "-p", Text(place.Port), "-U", place.Username ?? "postgres", "-n", "-M", "prepared",
                "-c", Text(Work.Clients), "-j", Text(Threads), "-T", Text(work.Seconds), .. kinds,
                .. work.Rate is { } rate ? ["-R", Text(rate), "-l", "--log-prefix=log"] : Array.Empty<string>(),
                place.Database ?? "postgres",
            ],
            TimeSpan.FromSeconds(work.Seconds) + Grace,
            folder: _folder.FullName);
        if (Number(FailedText(), output) != 0)
        {
            throw new InvalidOperationException($"pgbench failed:\n{output}");
        }

        long operations = (long)Number(DoneText(), output);
        var (first, second) = work.Rate is null ? (null, null) : Logged();
        return (operations, Number(RateText(), output),
            work.ReadPercent > 0 ? first : null, work.ReadPercent == 0 ? first : second);
    }

    public void Dispose() => _folder.Delete(recursive: true);

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);

    private static double Number(Regex text, string output) => text.Match(output) is { Success: true } found
        ? double.Parse(found.Groups["n"].Value, CultureInfo.InvariantCulture)
        : throw new InvalidOperationException($"pgbench does not say {text}:\n{output}");

    private string Script(string kind) => Path.Combine(_folder.FullName, kind);

    /// <summary>
    /// Service times of the two scripts from pgbench's log: the time since a transaction was due, less the transaction's delay.
    /// </summary>
    private (Percentiles? First, Percentiles? Second) Logged()
    {
        List<long>[] times = [[], []];
        foreach (string line in _folder.GetFiles("log*").SelectMany(log => File.ReadLines(log.FullName)))
        {
            string[] fields = line.Split(' ');
            times[int.Parse(fields[3], CultureInfo.InvariantCulture)].Add(
                long.Parse(fields[2], CultureInfo.InvariantCulture) - long.Parse(fields[6], CultureInfo.InvariantCulture));
        }

        return (Percentiles.Of(times[0]), Percentiles.Of(times[1]));
    }

    [GeneratedRegex(@"number of failed transactions: (?<n>\d+)", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex FailedText();

    [GeneratedRegex(@"number of transactions actually processed: (?<n>\d+)", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex DoneText();

    [GeneratedRegex(@"tps = (?<n>[\d.]+) \(without initial connection time\)", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex RateText();
}
