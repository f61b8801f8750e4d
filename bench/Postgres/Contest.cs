using System.Diagnostics;
using System.Globalization;
using System.Text;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Postgres;
using DbIngest.Targets.Postgres.Server;
using DbIngest.Targets.Postgres.Sessions;
using Npgsql;
using NpgsqlTypes;

namespace DbIngest.Bench.Postgres;

/// <summary>The ways to write the same rows, run in turn on one private server.</summary>
internal sealed class Contest : IDisposable
{
    /// <summary>As many as a sweep's warm-up trials: in fewer, the compiler is still at work on our own code.</summary>
    public const int WarmUpRounds = 3;

    private readonly int _clients;
    private readonly long _records;
    private readonly int _batch;
    private readonly string _durability;
    private readonly DirectoryInfo _work = Directory.CreateTempSubdirectory("dbingest-bench-");
    private readonly ITarget _target;
    private readonly ITarget _driver;
    private readonly RowFiles _files;
    private readonly List<Way> _ways;

    public Contest(int clients, long records, int batch, string durability)
    {
        (_clients, _records, _batch, _durability) = (clients, records, batch, durability);
        _target = new PostgresDefinition().Open(new() { WorkFolder = _work.FullName, Durability = durability });
        _driver = new PostgresDefinition().Open(
            new() { WorkFolder = _work.FullName, Durability = durability, Client = "driver", Endpoint = _target.AttachEndpoint });
        _files = new(clients, records, batch);
        _ways =
        [
            new("DbIngest", () => Ours(_target)),
            new("psql \\copy binary, one COPY a batch", () => Psql(c => ["-f", _files.Script(c)])),
            new("psql \\copy binary, one COPY in all", () => Psql(c => ["-c", Copy(_files.Binary(c), "binary")])),
            new("psql \\copy csv, one COPY in all", () => Psql(c => ["-c", Copy(_files.Csv(c), "csv")])),
            new("DbIngest, --client driver", () => Ours(_driver)),
            new("NpgsqlBinaryImporter, one COPY a batch", Importer),
        ];
    }

    /// <summary>Runs all ways, each first in turn, and gives the table of medians and ratios.</summary>
    public string Run(int rounds)
    {
        var costs = Turns.Run(rounds, _ways.Count, Measure, WarmUpRounds);
        double total = _clients * _records;
        var table = new StringBuilder();
        table.AppendLine(CultureInfo.InvariantCulture,
            $"\n| {_clients} client(s) | records/s | client CPU us/record | server CPU us/record | DbIngest is faster by |");
        table.AppendLine("|---|---|---|---|---|");
        foreach (var (way, own) in _ways.Zip(costs))
        {
            double ratio = Median.Of(own.Zip(costs[0], (theirs, ours) => theirs.ElapsedS / ours.ElapsedS));
            table.AppendLine(
                CultureInfo.InvariantCulture,
                $"| {way.Name} | {total / Median.Of(own.Select(cost => cost.ElapsedS)):n0} | "
                + $"{Median.Of(own.Select(cost => cost.ClientS)) / total * 1e6:f2} | "
                + $"{Median.Of(own.Select(cost => cost.ServerS)) / total * 1e6:f2} | {ratio:f2}x |");
        }

        return table.ToString();
    }

    private (double ElapsedS, double ClientS, double ServerS) Measure(int way)
    {
        var trial = new TrialTable(RecordSchema.ThreePhaseMeter, _clients, _records);
        _target.Prepare(trial);
        _driver.Attach(trial);
        double before = Cpu.OfServer(_target);
        var (elapsed, client) = _ways[way].Write();
        Thread.Sleep(50); // until the sessions have ended
        double server = Cpu.OfServer(_target) - before;
        _target.Settle(CancellationToken.None);
        return (elapsed, client, server);
    }

    public void Dispose()
    {
        _driver.Dispose();
        _target.Dispose();
        _files.Dispose();
        _work.Delete(recursive: true);
    }

    private static string Copy(string file, string format) => $"\\copy {PostgresTable.Name} from '{file}' with (format {format})";

    private (double ElapsedS, double ClientCpuS) Ours(ITarget target) => OnThreads(
        source => target.OpenWriter(source),
        (writer, batch) => ForBatches(batch, writer.Write));

    private (double ElapsedS, double ClientCpuS) Importer() => OnThreads(
        client =>
        {
            var connection = new NpgsqlConnection(_target.AttachEndpoint + ";Pooling=false");
            connection.Open();
            using var command = new NpgsqlCommand($"SET synchronous_commit = {_durability}", connection);
            command.ExecuteNonQuery();
            return connection;
        },
        (connection, rows) => ForBatches(rows, batch =>
        {
            using var importer = connection.BeginBinaryImport(PostgresTable.CopyIn);
            for (int row = 0; row < batch.Count; row++)
            {
                importer.StartRow();
                importer.Write(batch.FirstSequence + row, NpgsqlDbType.Bigint);
                importer.Write(DateTime.UnixEpoch.AddTicks(batch.Timestamps[row] * 10), NpgsqlDbType.TimestampTz);
                importer.Write(batch.Source, NpgsqlDbType.Integer);
                importer.Write((int)batch.Qualities[row], NpgsqlDbType.Integer);
                for (int column = 0; column < batch.Schema.ValueCount; column++)
                {
                    importer.Write(batch.Values[(column * batch.Capacity) + row], NpgsqlDbType.Double);
                }
            }

            importer.Complete();
        }));

    // The same rows in every batch but for their sequence numbers: generating is not what is compared, as psql's files are ready
    // too.
    private void ForBatches(RecordBatch batch, Action<RecordBatch> write)
    {
        for (long first = 0; first < _records; first += _batch)
        {
            batch.Reset(batch.Source, first, (int)Math.Min(_batch, _records - first));
            write(batch);
        }
    }

    private (double ElapsedS, double ClientCpuS) OnThreads<T>(Func<int, T> open, Action<T, RecordBatch> write)
        where T : IDisposable
    {
        var opened = Enumerable.Range(0, _clients).Select(client => (Connection: open(client), Batch: Filled(client))).ToList();
        double cpu = Environment.CpuUsage.TotalTime.TotalSeconds;
        long started = Stopwatch.GetTimestamp();
        var threads = opened.Select(o => new Thread(() => write(o.Connection, o.Batch))).ToList();
        threads.ForEach(t => t.Start());
        threads.ForEach(t => t.Join());
        var result = (Stopwatch.GetElapsedTime(started).TotalSeconds, Environment.CpuUsage.TotalTime.TotalSeconds - cpu);
        opened.ForEach(o => o.Connection.Dispose());
        return result;
    }

    private RecordBatch Filled(int client)
    {
        var batch = new RecordBatch(RecordSchema.ThreePhaseMeter, _batch);
        RowFiles.Fill(batch, client, 0, _batch);
        return batch;
    }

    private (double ElapsedS, double ClientCpuS) Psql(Func<int, string[]> arguments)
    {
        string psql = Path.Combine(PostgresBinaries.Find().Folder, "psql");
        string socket = new NpgsqlConnectionStringBuilder(_target.AttachEndpoint).Host!;
        double cpu = EndedProcesses.CpuS;
        long started = Stopwatch.GetTimestamp();
        var processes = Enumerable.Range(0, _clients).Select(client =>
        {
            var start = new ProcessStartInfo(psql,
                ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-h", socket, "-U", "postgres", .. arguments(client)]);
            start.Environment["PGOPTIONS"] = $"-c synchronous_commit={_durability}";
            return Process.Start(start)!;
        }).ToList();
        foreach (var process in processes)
        {
            process.WaitForExit();
            if (process.ExitCode != 0)
            {
                throw new InvalidOperationException($"psql ended with {process.ExitCode}.");
            }

            process.Dispose();
        }

        return (Stopwatch.GetElapsedTime(started).TotalSeconds, EndedProcesses.CpuS - cpu);
    }

    private sealed record Way(string Name, Func<(double ElapsedS, double ClientCpuS)> Write);
}
