using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Sources.Synthetic;
using DbIngest.Targets.MySql;

namespace DbIngest.Bench.MySql;

/// <summary>
/// Compares the product's ways to write with the vendor's client and with the driver, in turn: 4 sources, and 4 processes of
/// <c>mariadb</c> with one file each. The program of this bench runs it. All use one private server with its default settings. It
/// counts the rows after every turn and throws when some are missing.
/// </summary>
internal sealed class Contest : IDisposable
{
    private const int Sources = 4;
    private const string Driver = "driver, prepared";
    private const string LoadPeer = "mariadb LOAD DATA LOCAL";
    private const string InsertPeer = "mariadb < INSERTs";

    private readonly SyntheticWorkload _workload = new(seed: 1, values: 9);
    private readonly int _records;
    private readonly int _batch;
    private readonly ITarget _own;
    private readonly RowFiles _files;
    private readonly string _socket;
    private readonly string _work = Directory.CreateTempSubdirectory("dbingest-bench-").FullName;

    public Contest(int records, int batch)
    {
        _records = records;
        _batch = batch;
        _own = new MariaDbDefinition().Open(new TargetOptions { WorkFolder = _work });
        _socket = _own.AttachEndpoint;
        _files = new RowFiles(_workload, Sources, records, "dbingest.records");
    }

    public void Run(int rounds)
    {
        (string Name, Func<Figures> Turn)[] contestants =
        [
            ("way=load", () => Ours("?way=load")),
            ("way=insert", () => Ours("?way=insert&rows=1000")),
            ("way=prepared", () => Ours("?way=prepared&rows=1000")),
            ("way=bulk", () => Ours("?way=bulk")),
            (LoadPeer, () => Theirs(
                source => ["--local-infile", "-e",
                $"LOAD DATA LOCAL INFILE '{_files.Lines(source)}' INTO TABLE dbingest.records CHARACTER SET binary"], null)),
            (InsertPeer, () => Theirs(static _ => [], _files.Statements)),
            (Driver, () => Ours("?way=prepared&calls=sync", WriteClient.Driver)),
            (Driver + ", async", () => Ours("?way=prepared&calls=async", WriteClient.Driver)),
            ("MySqlBulkCopy", () => Ours("?way=load&calls=sync", WriteClient.Driver)),
            ("MySqlBulkCopy, async", () => Ours("?way=load&calls=async", WriteClient.Driver)),
        ];
        var all = Turns.Run(rounds, contestants.Length, who =>
        {
            var figures = contestants[who].Turn();
            var (whole, rest) = figures;
            Console.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"{contestants[who].Name,-24} {whole.RecordsPerS,9:N0} records/s {whole.ClientUsPerRecord,7:F2} us"
                + $"{(rest == whole ? string.Empty : $", without its start {Text(rest)}")}"));
            return figures;
        });

        Summarize("with the start of mariadb", figures => figures.Whole);
        Summarize("without it", figures => figures.WithoutStart);
        Console.WriteLine(_own.Describe().ServerVersion);

        static string Text(TrialFigures figures) => string.Create(
            CultureInfo.InvariantCulture, $"{figures.RecordsPerS:N0} records/s {figures.ClientUsPerRecord:F2} us");

        void Summarize(string what, Func<Figures, TrialFigures> read)
        {
            Console.WriteLine($"Medians, {what}:");
            var load = Of(LoadPeer);
            var insert = Of(InsertPeer);
            var driver = Of(Driver);
            foreach (var (name, _) in contestants)
            {
                var own = Of(name);
                Console.WriteLine(string.Create(
                    CultureInfo.InvariantCulture,
                    $"{name,-24} {Median.Of(own.Select(f => f.RecordsPerS)),9:N0} records/s ({own.Min(f => f.RecordsPerS):N0} to "
                    + $"{own.Max(f => f.RecordsPerS):N0}), client CPU {Median.Of(own.Select(f => f.ClientUsPerRecord)):F2} us; "
                    + $"by round, of {LoadPeer} {Throughput(own, load):F2} (CPU {Cpu(own, load):F2}), of {InsertPeer} "
                    + $"{Throughput(own, insert):F2}, of {Driver} {Throughput(own, driver):F2} (CPU {Cpu(own, driver):F3})"));
            }

            List<TrialFigures> Of(string name) =>
                [.. all[Array.FindIndex(contestants, contestant => contestant.Name == name)].Select(read)];
        }

        static double Throughput(List<TrialFigures> own, List<TrialFigures> other) =>
            Median.Of(own.Zip(other, (a, b) => a.RecordsPerS / b.RecordsPerS));

        static double Cpu(List<TrialFigures> own, List<TrialFigures> other) =>
            Median.Of(own.Zip(other, (a, b) => a.ClientUsPerRecord / b.ClientUsPerRecord));
    }

    public void Dispose()
    {
        _files.Dispose();
        _own.Dispose();
        Directory.Delete(_work, recursive: true);
    }

    private Figures Ours(string options, string? client = null)
    {
        using var target = new MariaDbDefinition()
            .Open(new TargetOptions { WorkFolder = _work, Endpoint = _socket + options, Client = client });
        var figures = new IngestTrials(Sources, _batch, _workload).Run(target, _records);
        Check();
        return new(figures, figures);
    }

    private Figures Theirs(Func<int, string[]> arguments, Func<int, string>? input)
    {
        _own.Prepare(new TrialTable(_workload.Schema, Sources, _records));
        var start = WriteCost.OfPrograms(() => Clients(static _ => ["-e", ""], input: null));
        var whole = WriteCost.OfPrograms(() => Clients(arguments, input));
        Check();
        return new(Of(whole), Of(whole.Without(start)));
    }

    private TrialFigures Of(WriteCost cost)
    {
        double total = (double)Sources * _records;
        return new(total / cost.ElapsedS, cost.CpuS * 1e6 / total);
    }

    /// <summary>Runs one client of the vendor per source, all at once, and waits for them to exit.</summary>
    private void Clients(Func<int, string[]> arguments, Func<int, string>? input) => AtOnce.Run(
        Sources,
        source => PeerProgram.Run("mariadb", ["--no-defaults", "-uroot", "-S", _socket, .. arguments(source)],
            input: input?.Invoke(source) ?? "/dev/null"));

    private void Check()
    {
        using var connection = Wire.MySql.MySqlConnection.Open(
            new() { Server = new System.Net.Sockets.UnixDomainSocketEndPoint(_socket), User = "root" });
        string? count = connection.Query("SELECT COUNT(*) FROM dbingest.records")[0][0];
        if (count != ((long)Sources * _records).ToString(CultureInfo.InvariantCulture))
        {
            throw new InvalidOperationException($"{count} rows are there.");
        }
    }

    /// <summary>The figures of a turn, with and without the start of the vendor's programs.</summary>
    private sealed record Figures(TrialFigures Whole, TrialFigures WithoutStart);
}
