using System.Net;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cassandra;
using DbIngest.Wire.Cql;

namespace DbIngest.Bench.Mixes;

/// <summary>
/// Prepares one node of Cassandra for <see cref="GoYcsb"/>, where QUORUM of go-ycsb equals ONE of the product. All clients of
/// go-ycsb share two connections, the default of go-ycsb, whereas each client of the product has one connection. Each row of
/// go-ycsb is a partition, whereas the product's partitions have many rows.
/// </summary>
internal sealed class CassandraRows : IYcsbStore
{
    private static readonly TimeSpan Flushed = TimeSpan.FromSeconds(2);

    public string Name => "cassandra";

    public TargetDefinition Database { get; } = new CassandraDefinition();

    public string Endpoint => "?heap=1G";

    // The server's Java code is compiled only after some time.
    public int WarmUps => 2;

    public IEnumerable<string> Properties(ITarget target) =>
        [$"cassandra.cluster={Place(target)}", "cassandra.keyspace=test"];

    public void Empty(ITarget target)
    {
        Execute(
            target,
            "CREATE KEYSPACE IF NOT EXISTS test WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}",
            "DROP TABLE IF EXISTS test.usertable",
            "CREATE TABLE test.usertable (ycsb_key varchar PRIMARY KEY, "
                + $"{string.Join(", ", Enumerable.Range(0, Work.Values).Select(i => $"field{i} varchar"))})");
    }

    // As a trial of DbIngest settles: the loaded rows are in files, and later rows in memory.
    public void Settle(ITarget target)
    {
        Execute(target, "ALTER TABLE test.usertable WITH memtable_flush_period_in_ms = 100");
        Thread.Sleep(Flushed);
        Execute(target, "ALTER TABLE test.usertable WITH memtable_flush_period_in_ms = 0");
        target.Settle(CancellationToken.None);
    }

    private static string Place(ITarget target) => target.AttachEndpoint.Split('?')[0].Split('/')[0];

    private static void Execute(ITarget target, params ReadOnlySpan<string> statements)
    {
        using var connection = CqlConnection.Open(IPEndPoint.Parse(Place(target)), new CqlConnectionOptions());
        foreach (string statement in statements)
        {
            connection.Query(statement);
        }
    }
}
