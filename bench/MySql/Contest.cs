using System.Diagnostics;
using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Sources.Synthetic;
using DbIngest.Targets.MySql;

namespace DbIngest.Bench.MySql;

/// <summary>
/// Our ways in, the vendor's client and the driver, in turn: 4 sources, and 4 processes of <c>mariadb</c> with a file each. One
/// private server with its own defaults for all; after every turn the rows are counted.
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
        (string Name, Func<TrialFigures> Turn)[] contestants =
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
            Console.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                    $"{contestants[who].Name,-24} {figures.RecordsPerS,9:N0} records/s {figures.ClientUsPerRecord,7:F2} us"));
            return figures;
        });

        double[] load = [.. all[4].Select(f => f.RecordsPerS)];
        double[] insert = [.. all[5].Select(f => f.RecordsPerS)];
        for (int who = 0; who < contestants.Length; who++)
        {
            double[] own = [.. all[who].Select(f => f.RecordsPerS)];
            Console.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"{contestants[who].Name,-24} {Median.Of(own),9:N0} records/s ({own.Min():N0} to {own.Max():N0}), client CPU "
                + $"{Median.Of([.. all[who].Select(f => f.ClientUsPerRecord)]):F2} us; by round, of {LoadPeer} "
                + $"{Median.Of([.. own.Zip(load, (a, b) => a / b)]):F2}, of {InsertPeer} "
                + $"{Median.Of([.. own.Zip(insert, (a, b) => a / b)]):F2}"));
        }

        var driver = all[Array.FindIndex(contestants, c => c.Name == Driver)];
        for (int who = 0; who < contestants.Length; who++)
        {
            Console.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"{contestants[who].Name,-24} client CPU by round, of {Driver}'s "
                + $"{Median.Of([.. all[who].Zip(driver, (a, b) => a.ClientUsPerRecord / b.ClientUsPerRecord)]):F3}; "
                + $"throughput {Median.Of([.. all[who].Zip(driver, (a, b) => a.RecordsPerS / b.RecordsPerS)]):F2}"));
        }

        Console.WriteLine(_own.Describe().ServerVersion);
    }

    public void Dispose()
    {
        _files.Dispose();
        _own.Dispose();
        Directory.Delete(_work, recursive: true);
    }

    private TrialFigures Ours(string options, string? client = null)
    {
        using var target = new MariaDbDefinition()
            .Open(new TargetOptions { WorkFolder = _work, Endpoint = _socket + options, Client = client });
        var figures = new IngestTrials(Sources, _batch, _workload).Run(target, _records);
        Check();
        return figures;
    }

    private TrialFigures Theirs(Func<int, string[]> arguments, Func<int, string>? input)
    {
        _own.Prepare(new TrialTable(_workload.Schema, Sources, _records));
        double cpu = EndedProcesses.CpuS;
        long started = Stopwatch.GetTimestamp();
        var running = Enumerable.Range(0, Sources).Select(source => Process.Start(new ProcessStartInfo(
            "sh", ["-c", "input=$1; shift; exec mariadb --no-defaults \"$@\" <$input", "sh", input?.Invoke(source)
                ?? "/dev/null", "-uroot", "-S", _socket, .. arguments(source)])
        { UseShellExecute = false })!).ToList();
        foreach (var process in running)
        {
            process.WaitForExit();
            if (process.ExitCode != 0)
            {
                throw new InvalidOperationException($"mariadb ended with {process.ExitCode}.");
            }

            process.Dispose();
        }

        double seconds = Stopwatch.GetElapsedTime(started).TotalSeconds;
        Check();
        double total = (double)Sources * _records;
        return new(total / seconds, (EndedProcesses.CpuS - cpu) * 1e6 / total);
    }

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
}
