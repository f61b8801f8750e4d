using System.Globalization;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Postgres.Sessions;
using Npgsql;

namespace DbIngest.Targets.Postgres.Stores;

/// <summary>
/// Stores the records of a trial in a distributed table of Citus, sharded by source over the nodes that the server knows, or on
/// the server alone. <see cref="PostgresStore.Of"/> creates it for <c>store=citus</c>. After a loss, <see cref="EndBehind"/> must
/// wait for the other nodes too.
/// </summary>
/// <param name="shards">Number of shards.</param>
internal sealed class CitusStore(int shards) : PostgresStore
{
    /// <summary>Name of the extension.</summary>
    public const string Name = "citus";

    private const string Table = PostgresTable.Name;

    /// <inheritdoc/>
    public override string Extension => Name;

    /// <inheritdoc/>
    public override EndpointLimit Limit =>
        new("store=citus", "makes a distributed table, which serve neither creates nor checks", RecordOperations.None);

    /// <inheritdoc/>
    public override string SpaceColumns =>
        $"citus_table_size('{Table}'), citus_total_relation_size('{Table}') - citus_table_size('{Table}')";

    /// <inheritdoc/>
    public override string LogBytes =>
        "(SELECT sum(result::pg_lsn - '0/0'::pg_lsn)::int8 FROM run_command_on_all_nodes('SELECT pg_current_wal_insert_lsn()'))";

    /// <inheritdoc/>
    public override string Checkpoint => "SELECT run_command_on_all_nodes('CHECKPOINT')";

    /// <summary>
    /// Settings of a private server: a single Citus server connects to itself, and a private one listens at its socket only.
    /// </summary>
    /// <param name="socketFolder">Folder of the server's socket.</param>
    public static IReadOnlyList<(string Name, string Value)> Settings(string socketFolder) =>
        [("shared_preload_libraries", Name), ("citus.local_hostname", socketFolder)];

    /// <summary>Checks every node, because nodes write shards over their own connections, with their own settings.</summary>
    /// <inheritdoc/>
    public override void CheckContract(NpgsqlConnection connection, DurabilityContract contract)
    {
        // Before the extension exists, this server is the only node.
        string other = connection.Scalar($"SELECT 1 FROM pg_extension WHERE extname = '{Extension}'") is null
            ? $"SELECT reset_val FROM pg_settings WHERE name = 'synchronous_commit' AND reset_val <> '{contract.Name}'"
            : $"SELECT string_agg(DISTINCT result, ', ') FROM run_command_on_all_nodes('SHOW synchronous_commit') WHERE NOT "
                + $"success OR result <> '{contract.Name}'";
        if (connection.Scalar(other) is string value)
        {
            throw new TargetException(
                $"With store=citus each node writes by its own setting, and one has synchronous_commit = {value}, where "
                + $"durability '{contract.Name}' asks for {contract.Name}: "
                + "set it on every node, or choose the durability of that name.");
        }
    }

    /// <inheritdoc/>
    public override void Make(NpgsqlConnection connection, RecordSchema schema) => connection.Execute(
        string.Create(CultureInfo.InvariantCulture,
            $"SELECT create_distributed_table('{Table}', 'source', colocate_with => 'none', shard_count => {shards})"));

    /// <summary>
    /// Waits for the nodes' sessions that worked for the lost one, which contain its number in their names. Their prepared
    /// transactions are committed or rolled back.
    /// </summary>
    /// <inheritdoc/>
    public override void EndBehind(NpgsqlConnection connection, PostgresBackend? lost, TimeSpan timeout)
    {
        if (lost is { } backend)
        {
            string atWork = string.Create(
                CultureInfo.InvariantCulture,
                $"SELECT sum(result::int8) > 0 FROM run_command_on_all_nodes($$SELECT count(*) FROM pg_stat_activity WHERE "
                + $"application_name LIKE 'citus_internal gpid=%{backend.Pid:D10}'$$) WHERE success");
            Waiting.Until(
                () => connection.Scalar(atWork) is not true,
                TimeSpan.FromMilliseconds(20),
                timeout,
                static () => new BatchWriteException(
                    "Sessions of other nodes are still at work on the lost batch: what becomes of it is not known yet.",
                    isTransient: true, isAmbiguous: true),
                CancellationToken.None);
        }

        connection.Execute("SELECT recover_prepared_transactions()");
    }

    /// <inheritdoc/>
    public override IEnumerable<(string Name, string Value)> Describe(NpgsqlConnection connection) =>
    [
        ("store", "distributed table of Citus, by source"),
        ("store.shards", shards.ToString(CultureInfo.InvariantCulture)),
        ("table.indexes", "none; with a mix of operations one, unique, on (source, sequence)"),
    ];
}
