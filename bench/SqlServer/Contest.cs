using System.Diagnostics;
using System.Globalization;
using System.Text;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.SqlServer;
using Microsoft.Data.SqlClient;

namespace DbIngest.Bench.SqlServer;

/// <summary>
/// Compares the product's two clients with other ways to load the same rows into a sink, in turn. The program of this bench runs
/// it. It throws and names the way when a way stores another number of rows than it should.
/// </summary>
internal sealed class Contest : IDisposable
{
    private const int MostRowsAnInsert = 1000; // SQL Server's limit
    private const string Database = "dbingest";

    private readonly int _records;
    private readonly int _batch;
    private readonly RecordBatch _rows;
    private readonly Sink _sink = new();
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("dbingest-bench-");
    private readonly List<ITarget> _targets = [];
    private readonly Dictionary<ITarget, IBatchWriter> _writers = [];
    private readonly Lazy<SqlConnection> _connection;
    private readonly List<Way> _ways = [];

    /// <summary>Makes the ways ready.</summary>
    /// <param name="records">Records per way and round.</param>
    /// <param name="batch">Records per batch.</param>
    /// <param name="options">Options of the endpoint at which to compare the product's two clients, one at a time; empty to
    /// compare them with others.</param>
    /// <param name="binary">True to leave out the others that write text, which are a hundred times slower.</param>
    public Contest(int records, int batch, IReadOnlyList<string> options, bool binary)
    {
        (_records, _batch, _rows) = (records, batch, Rows.Batch(batch));
        _connection = new Lazy<SqlConnection>(Connect);
        foreach (var (client, name) in new[] { (WriteClient.Wire, "DbIngest, --client wire"),
            (WriteClient.Driver, "DbIngest, --client driver: SqlBulkCopy, our reader") })
        {
            // The wire client always streams, and refuses to be told so.
            foreach (string option in (options.Count > 0 ? options : ["packet=8000"])
                .Where(o => client == WriteClient.Driver || !o.StartsWith("streaming", StringComparison.Ordinal)))
            {
                var target = Open(client, option);
                _ways.Add(new Way(options.Count > 0 ? $"--client {client}, {option}" : name, records, () => Ours(target)));
            }
        }

        var table = new TrialTable(RecordSchema.ThreePhaseMeter, 1, records);
        _targets[0].Prepare(table);
        _targets.ForEach(t => t.Attach(table));
        if (options.Count == 0)
        {
            AddOthers(binary);
        }
    }

    private ITarget Open(string client, string option)
    {
        var target = new SqlServerDefinition().Open(new TargetOptions
        {
            WorkFolder = _folder.FullName,
            Client = client,
            Password = new Secret("x"),
            Endpoint = FormattableString.Invariant($"127.0.0.1,{_sink.Port}?encrypt=false&{option}"),
        });
        _targets.Add(target);
        return target;
    }

    private void AddOthers(bool binary)
    {
        _ways.Add(new Way("SqlBulkCopy, a DataTable filled for each batch", _records, Tables));
        if (!binary)
        {
            _ways.Add(new Way("SqlCommand, INSERT of 1,000 rows", _records / 10, Inserts));
        }

        if (Children.Find("mssql-bulk", "shared", "peers", "mssql-bulk") is { } rust)
        {
            _ways.Add(new Way("mssql-bulk, the vendor's Rust client", _records, () => PeerProgram.Run(
                rust, [$"127.0.0.1,{_sink.Port}", Database, "dbo.dbingest_records", $"{_records}"],
                environment: new Dictionary<string, string>
                {
                    ["MSSQL_USER"] = "sa",
                    ["MSSQL_PASSWORD"] = "x",
                    ["MSSQL_BATCH"] = $"{_batch}",
                    ["MSSQL_LOCK"] = "1",
                })));
        }

        if (!binary && Children.Find("freebcp") is { } freebcp)
        {
            string file = Path.Combine(_folder.FullName, "rows.tsv");
            Rows.Write(file, _records, _batch);
            _ways.Add(new Way("freebcp, from a file of text", _records, () => PeerProgram.Run(
                freebcp, ["dbo.dbingest_records", "in", file, "-S", $"127.0.0.1:{_sink.Port}", "-U", "sa", "-P", "x", "-c", "-D",
                    Database, "-b", $"{_batch}", "-h", "TABLOCK"])));
        }
    }

    /// <summary>Runs all ways in turn and gives the table of medians, and of ratios to the first way in the same round.</summary>
    public string Run(int rounds)
    {
        var measured = Turns.Run(rounds, _ways.Count, way => Measure(_ways[way]));
        var table = new StringBuilder();
        table.AppendLine(
            "| way | records/s | client CPU us/record | CPU, times wire's | records/s, wire's times | sink CPU us/record | "
            + "allocated B/record |");
        table.AppendLine("|---|---|---|---|---|---|---|");
        foreach (var (way, costs) in _ways.Zip(measured))
        {
            double cpu = Median.Of(costs.Zip(measured[0], (own, first) => own.ClientUs / first.ClientUs));
            double rate = Median.Of(costs.Zip(measured[0], (own, first) => first.Rate / own.Rate));
            string allocated = costs[0].Allocated is null ? string.Empty : Median.Of(costs.Select(cost => cost.Allocated!.Value))
                .ToString("f1", CultureInfo.InvariantCulture);
            table.AppendLine(
                CultureInfo.InvariantCulture,
                $"| {way.Name} | {Median.Of(costs.Select(cost => cost.Rate)):n0} | "
                + $"{Median.Of(costs.Select(cost => cost.ClientUs)):f3} | {cpu:f2} | {rate:f2} | "
                + $"{Median.Of(costs.Select(cost => cost.SinkUs)):f2} | {allocated} |");
        }

        return table.ToString();
    }

    public void Dispose()
    {
        _writers.Values.ToList().ForEach(w => w.Dispose());
        if (_connection.IsValueCreated)
        {
            _connection.Value.Dispose();
        }

        _targets.ForEach(t => t.Dispose());
        _sink.Dispose();
        _folder.Delete(recursive: true);
    }

    private Cost Measure(Way way)
    {
        GC.Collect();
        long before = Stored();
        double sink = _sink.CpuS;
        double children = EndedProcesses.CpuS;
        double own = Environment.CpuUsage.TotalTime.TotalSeconds;
        long allocated = GC.GetTotalAllocatedBytes(precise: true);
        long started = Stopwatch.GetTimestamp();
        way.Load();
        double elapsed = Stopwatch.GetElapsedTime(started).TotalSeconds;
        allocated = GC.GetTotalAllocatedBytes(precise: true) - allocated;
        own = Environment.CpuUsage.TotalTime.TotalSeconds - own;
        children = EndedProcesses.CpuS - children;

        sink = _sink.CpuS - sink;
        long rows = Stored() - before;
        if (rows != way.Records)
        {
            throw new InvalidOperationException($"{way.Name} stored {rows} rows instead of {way.Records}.");
        }

        bool isChild = children > 0;
        return new Cost(
            way.Records / elapsed,
            (isChild ? children : own) / way.Records * 1e6,
            sink / way.Records * 1e6,
            isChild ? null : (double)allocated / way.Records);
    }

    /// <summary>Counts the rows that the sink has stored, by bulk loads and by INSERTs.</summary>
    private long Stored()
    {
        using var command = new SqlCommand("SELECT COUNT_BIG(*) FROM [dbo].[dbingest_records]", _connection.Value);
        return Convert.ToInt64(command.ExecuteScalar(), CultureInfo.InvariantCulture);
    }

    // Connections are opened once, in the warm-up round: the product does not time that either.
    private void Ours(ITarget target)
    {
        if (!_writers.TryGetValue(target, out var writer))
        {
            _writers[target] = writer = target.OpenWriter(0);
        }

        ForBatches(_records, writer.Write);
    }

    private void ForBatches(int records, Action<RecordBatch> write)
    {
        for (long first = 0; first < records; first += _batch)
        {
            _rows.Reset(0, first, (int)Math.Min(_batch, records - first));
            write(_rows);
        }
    }

    private void Tables()
    {
        using var copy = new SqlBulkCopy(_connection.Value, SqlBulkCopyOptions.TableLock,
            null)
        { DestinationTableName = "[dbo].[dbingest_records]" };
        ForBatches(_records, batch =>
        {
            using var table = Rows.Table();
            for (int row = 0; row < batch.Count; row++)
            {
                table.Rows.Add(Rows.Values(batch, row));
            }

            copy.WriteToServer(table);
        });
    }

    private void Inserts()
    {
        var connection = _connection.Value;
        ForBatches(_records / 10, batch =>
        {
            using var transaction = connection.BeginTransaction();
            for (int row = 0; row < batch.Count; row += MostRowsAnInsert)
            {
                using var command = new SqlCommand(Rows.Insert(batch, row, Math.Min(MostRowsAnInsert, batch.Count - row)),
                    connection, transaction);
                command.ExecuteNonQuery();
            }

            transaction.Commit();
        });
    }

    private SqlConnection Connect()
    {
        var connection = new SqlConnection(
            $"Data Source=127.0.0.1,{_sink.Port};Initial Catalog={Database};User ID=sa;Password=x;Pooling=false;Encrypt=false");
        connection.Open();
        return connection;
    }

    private sealed record Way(string Name, int Records, Action Load);

    /// <summary>
    /// Costs of one run: records/s, CPU microseconds per record of client and sink, allocated bytes per record (null for a child
    /// process).
    /// </summary>
    private sealed record Cost(double Rate, double ClientUs, double SinkUs, double? Allocated);
}
