using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Postgres;
using Npgsql;

namespace DbIngest.Bench.Mixes;

/// <summary>
/// Prepares PostgreSQL for <see cref="GoYcsb"/>, which connects over the same Unix socket as the product. This class creates the
/// table, since go-ycsb would make the key as short as a field. <see cref="PgBench"/> executes its statements by this class too.
/// </summary>
internal sealed class PostgresRows : IYcsbStore
{
    public string Name => "pg";

    public TargetDefinition Database { get; } = new PostgresDefinition();

    // Only the load of go-ycsb, which is not timed, need not wait for the disk.
    public IReadOnlyDictionary<string, string> LoadEnvironment { get; } =
        new Dictionary<string, string>(StringComparer.Ordinal) { ["PGOPTIONS"] = "-c synchronous_commit=off" };

    public IEnumerable<string> Properties(ITarget target)
    {
        var place = new NpgsqlConnectionStringBuilder(target.AttachEndpoint);

        // go-ycsb builds a URI, whose host cannot be a folder. So the folder is a parameter behind the URI's last property.
        return
        [
            "pg.host=", FormattableString.Invariant($"pg.port={place.Port}"), $"pg.user={place.Username ?? "postgres"}",
            $"pg.db={place.Database ?? "postgres"}", $"pg.sslmode=disable&host={place.Host}",
        ];
    }

    public void Empty(ITarget target) => Execute(
        target,
        $"""
        DROP TABLE IF EXISTS usertable;
        CREATE TABLE usertable (ycsb_key varchar(64) PRIMARY KEY,
          {string.Join(", ", Enumerable.Range(0, Work.Values).Select(i => $"field{i} varchar(100)"))})
          WITH (autovacuum_enabled = false)
        """);

    public void Settle(ITarget target) => Execute(target, "CHECKPOINT");

    /// <summary>Executes statements.</summary>
    public static void Execute(ITarget target, string sql)
    {
        using var connection = new NpgsqlConnection($"{target.AttachEndpoint};Pooling=false");
        connection.Open();
        using var command = new NpgsqlCommand(sql, connection);
        command.ExecuteNonQuery();
    }
}
