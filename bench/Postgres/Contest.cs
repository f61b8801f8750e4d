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

/// <summary>
/// Compares the product's clients with psql and with the driver's importer, each writing the same rows in turn into one private
/// server. The program of this bench runs one contest per number of clients.
/// </summary>
internal sealed class Contest : IDisposable
{
    /// <summary>As many as a sweep's warm-up trials. After fewer, the product's code is not fully compiled.</summary>
    public const int WarmUpRounds = 3;

    /// <summary>Time in which the server's processes of closed sessions end.</summary>
    private const int SessionsEndMs = 50;

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
            OfPsql("psql \\copy binary, one COPY a batch", c => ["-f", _files.Script(c)]),
            OfPsql("psql \\copy binary, one COPY in all", c => ["-c", Copy(_files.Binary(c), "binary")]),
            OfPsql("psql \\copy csv, one COPY in all", c => ["-c", Copy(_files.Csv(c), "csv")]),
            new("DbIngest, --client driver", () => Ours(_driver)),
            new("NpgsqlBinaryImporter, one COPY a batch", Importer),
        ];
    }

    /// <summary>
    /// Runs all ways, each first in turn, and gives the table of medians and ratios, with the start of psql and without it.
    /// </summary>
    public string Run(int rounds)
    {
        var costs = Turns.Run(rounds, _ways.Count, Measure, WarmUpRounds);
        double total = _clients * _records;
        var table = new StringBuilder();
        table.AppendLine(CultureInfo.InvariantCulture,
            $"\n| {_clients} client(s) | records/s | client CPU us/record | server CPU us/record | DbIngest is faster by "
            + $"| start, ms | start, CPU us/record | faster by, without the start | client CPU, without the start |");
        table.AppendLine("|---|---|---|---|---|---|---|---|---|");
        foreach (var (way, own) in _ways.Zip(costs))
        {
            table.AppendLine(
                CultureInfo.InvariantCulture,
                $"| {way.Name} | {total / Median.Of(own.Select(cost => cost.Whole.ElapsedS)):n0} | "
                + $"{Us(own.Select(cost => cost.Whole.CpuS)):f2} | {Us(own.Select(cost => cost.ServerS)):f2} | "
                + $"{Faster(own.Select(cost => cost.Whole)):f2}x | "
                + $"{Median.Of(own.Select(cost => cost.Start.ElapsedS)) * 1e3:f0} | "
                + $"{Us(own.Select(cost => cost.Start.CpuS)):f3} | {Faster(own.Select(cost => cost.WithoutStart)):f2}x | "
                + $"{Us(own.Select(cost => cost.WithoutStart.CpuS)):f2} |");
        }

        return table.ToString();

        double Us(IEnumerable<double> seconds) => Median.Of(seconds) / total * 1e6;

        double Faster(IEnumerable<WriteCost> theirs) =>
            Median.Of(theirs.Zip(costs[0], (their, ours) => their.ElapsedS / ours.Whole.ElapsedS));
    }

    private Cost Measure(int way)
    {
        var trial = new TrialTable(RecordSchema.ThreePhaseMeter, _clients, _records);
        _target.Prepare(trial);
        _driver.Attach(trial);
        var start = _ways[way].Start?.Invoke() ?? default;
        Thread.Sleep(SessionsEndMs);
        var readers = _target.OpenReaders();
        var whole = _ways[way].Write();
        Thread.Sleep(SessionsEndMs);
        double server = readers.Sum(reader => reader.Read()?.CpuS ?? double.NaN);
        _target.Settle(CancellationToken.None);
        return new(whole, start, server);
    }

    public void Dispose()
    {
        _driver.Dispose();
        _target.Dispose();
        _files.Dispose();
        _work.Delete(recursive: true);
    }

    private static string Copy(string file, string format) => $"\\copy {PostgresTable.Name} from '{file}' with (format {format})";

    private WriteCost Ours(ITarget target) => OnThreads(
        source => target.OpenWriter(source),
        (writer, batch) => ForBatches(batch, writer.Write));

    private WriteCost Importer() => OnThreads(
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
            using var importer = connection.BeginBinaryImport(PostgresTable.CopyIntoAll);
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

    private WriteCost OnThreads<T>(Func<int, T> open, Action<T, RecordBatch> write)
        where T : IDisposable
    {
        var opened = Enumerable.Range(0, _clients).Select(client => (Connection: open(client), Batch: Filled(client))).ToList();
        var result = WriteCost.OfThisProcess(() =>
            AtOnce.Run(_clients, client => write(opened[client].Connection, opened[client].Batch)));
        opened.ForEach(o => o.Connection.Dispose());
        return result;
    }

    private RecordBatch Filled(int client)
    {
        var batch = new RecordBatch(RecordSchema.ThreePhaseMeter, _batch);
        RowFiles.Fill(batch, client, 0, _batch);
        return batch;
    }

    private Way OfPsql(string name, Func<int, string[]> arguments) => new(name, () => Psql(arguments))
    {
        Start = () => Psql(_ => ["-c", ""]),
    };

    /// <summary>Runs one <c>psql</c> per client, all at once, and waits for them to exit.</summary>
    private WriteCost Psql(Func<int, string[]> arguments)
    {
        string psql = Path.Combine(PostgresBinaries.Find().Folder, "psql");
        string socket = new NpgsqlConnectionStringBuilder(_target.AttachEndpoint).Host!;
        var environment = new Dictionary<string, string> { ["PGOPTIONS"] = $"-c synchronous_commit={_durability}" };
        return WriteCost.OfPrograms(() => AtOnce.Run(_clients, client => PeerProgram.Run(
            psql, ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-h", socket, "-U", "postgres", .. arguments(client)],
            environment: environment)));
    }

    /// <summary>A way to write all rows.</summary>
    /// <param name="Name">Its name.</param>
    /// <param name="Write">Writes them.</param>
    private sealed record Way(string Name, Func<WriteCost> Write)
    {
        /// <summary>Starts the programs without any work; null for ways in this process, which connect before.</summary>
        public Func<WriteCost>? Start { get; init; }
    }

    private sealed record Cost(WriteCost Whole, WriteCost Start, double ServerS)
    {
        public WriteCost WithoutStart => Whole.Without(Start);
    }
}
