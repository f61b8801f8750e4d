using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.ClickHouse;
using DbIngest.Targets.Servers;

namespace DbIngest.Bench.Series;

/// <summary>
/// The peer <c>clickhouse-client</c>: it inserts a file of RowBinary over the server's own protocol on one connection, in blocks
/// of as many rows as a batch, each a part.
/// </summary>
internal sealed class ClickHouseLoader : IPeer
{
    private readonly string _file = Path.Combine(Path.GetTempPath(), $"dbingest-bench-{Environment.ProcessId}.rows");

    public string Name => "clickhouse-client";

    public TargetDefinition Database { get; } = new ClickHouseDefinition();

    public string Endpoint => "?table=dbingest_records";

    public void Make(int records)
    {
        using var stream = File.Create(_file);
        using var rows = new RowBinary(Rows.Workload.Schema);
        Rows.ForEach(records, batch => stream.Write(rows.Encode(batch)));
    }

    public void Load(ITarget target)
    {
        int port = ((IServerTarget)target).PrivateServer!.Layout.Nodes[0].Listens[1].Port;
        PeerProgram.Run(
            "clickhouse-client",
            [
                "--host", "127.0.0.1", "--port", port.ToString(CultureInfo.InvariantCulture),
                    string.Create(CultureInfo.InvariantCulture, $"--max_insert_block_size={Rows.Batch}"),
                "--min_insert_block_size_rows=0", "--min_insert_block_size_bytes=0", "--query",
                    "INSERT INTO dbingest_records FORMAT RowBinary",
            ],
            input: _file);
    }

    public void Dispose() => File.Delete(_file);
}
