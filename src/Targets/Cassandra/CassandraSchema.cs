using System.Diagnostics;
using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cassandra.Writing;
using DbIngest.Wire;
using DbIngest.Wire.Cql;
using DbIngest.Wire.Cql.Errors;

namespace DbIngest.Targets.Cassandra;

/// <summary>
/// Creates and drops keyspace and table, and waits until all nodes agree on the schema. <see cref="CassandraTarget"/> owns one
/// and calls it in Prepare, Ensure, AddValues and Clean. <c>CassandraSettling</c> also awaits agreement, after it has altered the
/// table. A cancellation ends the wait but cuts no statement: the server would execute it anyway, perhaps after later ones.
/// </summary>
/// <param name="cluster">Opens connections.</param>
/// <param name="keyspace">Name of the keyspace.</param>
/// <param name="replication">Number of copies of each row that the keyspace must keep.</param>
internal sealed class CassandraSchema(CassandraCluster cluster, string keyspace, int replication)
{
    private static readonly TimeSpan AgreementTimeout = TimeSpan.FromMinutes(2);
    private static readonly TimeSpan MemoryTimeout = TimeSpan.FromSeconds(5);

    /// <summary>
    /// Drops and creates the table. Creates the keyspace where it is missing, and alters one that keeps another number of copies.
    /// </summary>
    /// <param name="table">The table.</param>
    /// <param name="cancellation">Ends the wait for agreement.</param>
    /// <exception cref="WireException">The server refuses.</exception>
    /// <exception cref="TargetException">The keyspace keeps another number of copies, or the nodes do not agree.</exception>
    public void Create(CassandraTable table, CancellationToken cancellation)
    {
        using var connection = cluster.OpenAny(CancellationToken.None);
        if (Replication(connection) is not { } known)
        {
            connection.Query($"CREATE KEYSPACE {keyspace} WITH replication = {Options([])}");
        }
        else
        {
            connection.Query($"DROP TABLE IF EXISTS {table.FullName}");
            if (!IsReplicated(known))
            {
                connection.Query($"ALTER KEYSPACE {keyspace} WITH replication = {Options(known.Keys)}");
            }
        }

        if (!IsReplicated(Replication(connection)!))
        {
            throw new TargetException(
                $"The server does not keep {replication} copies in the keyspace {keyspace}, as it was told to: drop the "
                + $"keyspace.");
        }

        CreateTable(connection, table, ifMissing: false);
        AwaitAgreement(cluster, connection, cancellation);
    }

    /// <summary>Creates keyspace and table where they are missing. Deletes and alters nothing.</summary>
    /// <param name="table">The table.</param>
    /// <param name="cancellation">Ends the wait for agreement.</param>
    /// <exception cref="TargetException">The keyspace has another number of copies, or the table another shape.</exception>
    public void CreateMissing(CassandraTable table, CancellationToken cancellation)
    {
        using var connection = cluster.OpenAny(CancellationToken.None);
        connection.Query($"CREATE KEYSPACE IF NOT EXISTS {keyspace} WITH replication = {Options([])}");
        AwaitAgreement(cluster, connection, cancellation);
        if (Replication(connection) is { } known && !IsReplicated(known))
        {
            throw new TargetException(
                $"The keyspace {keyspace} keeps other copies than rf={replication} says "
                + $"({string.Join(", ", known.Select(option => $"{option.Key} {option.Value}"))}); serve changes no keyspace: "
                + "write its rf in --endpoint, or serve another by keyspace=NAME.");
        }

        CreateTable(connection, table, ifMissing: true);
        AwaitAgreement(cluster, connection, cancellation);
        CassandraServedTable.Check(connection, keyspace, table);
    }

    /// <summary>Adds columns to the table, unless it has them.</summary>
    /// <param name="added">The values of the columns.</param>
    /// <param name="cancellation">Ends the wait for agreement.</param>
    public void Add(IReadOnlyList<ValueColumn> added, CancellationToken cancellation)
    {
        using var connection = cluster.OpenAny(CancellationToken.None);
        var known = connection.Query("SELECT column_name FROM system_schema.columns WHERE "
            + $"keyspace_name = '{keyspace}' AND table_name = '{CassandraTable.Name}'")
            .Select(row => row.Text("column_name")).ToHashSet(StringComparer.Ordinal);
        string missing = string.Join(", ", added.Where(v => !known.Contains(v.Name)).Select(v => $"\"{v.Name}\" double"));
        if (missing.Length > 0)
        {
            try
            {
                connection.Query($"ALTER TABLE {keyspace}.{CassandraTable.Name} ADD ({missing})");
            }
            catch (CqlServerException exception) when (
                exception.Code is CqlErrorCode.Invalid && exception.Message.Contains("exist", StringComparison.Ordinal))
            {
                // Another process has added them meanwhile, all in one statement.
            }
        }

        AwaitAgreement(cluster, connection, cancellation);
    }

    /// <summary>Drops the table with its data.</summary>
    /// <param name="cancellation">Ends the wait for agreement.</param>
    public void Drop(CancellationToken cancellation)
    {
        using var connection = cluster.OpenAny(CancellationToken.None);
        if (connection.Query($"SELECT keyspace_name FROM system_schema.keyspaces WHERE keyspace_name = '{keyspace}'").Count > 0)
        {
            connection.Query($"DROP TABLE IF EXISTS {keyspace}.{CassandraTable.Name}");
            AwaitAgreement(cluster, connection, cancellation);
        }
    }

    /// <summary>Waits until all live nodes have the same schema.</summary>
    /// <param name="cluster">The nodes.</param>
    /// <param name="connection">A connection to one of the nodes.</param>
    /// <param name="cancellation">Ends the wait.</param>
    /// <exception cref="TargetException">The nodes do not agree in time.</exception>
    public static void AwaitAgreement(CassandraCluster cluster, CqlConnection connection, CancellationToken cancellation)
    {
        long started = Stopwatch.GetTimestamp();

        // The cluster also remembers the old version of a dead node, so after a while only nodes that answer are compared.
        Waiting.Until(
            () => Agree(connection)
                || (Stopwatch.GetElapsedTime(started) > MemoryTimeout && Agree(cluster, cancellation)),
            TimeSpan.FromMilliseconds(20),
            AgreementTimeout,
            () => new TargetException(
                $"The nodes do not agree on the schema after {AgreementTimeout.TotalSeconds:0} s (see nodetool describecluster)."),
            cancellation);
    }

    private static void CreateTable(CqlConnection connection, CassandraTable table, bool ifMissing)
    {
        try
        {
            connection.Query(table.Create(withSnapshotOption: true, ifMissing));
        }
        catch (CqlServerException exception) when (
            exception.Code is CqlErrorCode.SyntaxError or CqlErrorCode.Invalid or CqlErrorCode.ConfigError)
        {
            connection.Query(table.Create(withSnapshotOption: false, ifMissing));
        }
    }

    private static bool Agree(CqlConnection connection) =>
        connection.Query("SELECT schema_version FROM system.peers").All(p => p.Uuid("schema_version") == OwnVersion(connection));

    /// <summary>True if all nodes that answer report the same version.</summary>
    private static bool Agree(CassandraCluster cluster, CancellationToken cancellation)
    {
        var versions = new HashSet<Guid>();
        foreach (var node in cluster.Nodes)
        {
            try
            {
                using var connection = cluster.Open(node, cancellation);
                versions.Add(OwnVersion(connection));
            }
            catch (WireException e) when (CassandraErrors.IsOfNode(e))
            {
                // The node is down, or cannot check the login now.
            }
        }

        return versions.Count == 1;
    }

    private static Guid OwnVersion(CqlConnection connection) =>
        connection.Query("SELECT schema_version FROM system.local WHERE key = 'local'")[0].Uuid("schema_version");

    private IReadOnlyDictionary<string, string>? Replication(CqlConnection connection) => connection
        .Query($"SELECT replication FROM system_schema.keyspaces WHERE keyspace_name = '{keyspace}'")
        .Select(r => r.TextMap("replication")).FirstOrDefault();

    /// <summary>
    /// Replication options. The default number does not change data centres that have a number already, so the options name each.
    /// </summary>
    private string Options(IEnumerable<string> known) => string.Create(
        CultureInfo.InvariantCulture,
        $"{{'class': 'NetworkTopologyStrategy'{string.Concat(known.Where(k => k != "class").Append("replication_factor").Distinct(StringComparer.Ordinal).Select(k => $", '{k}': {replication}"))}}}");

    private bool IsReplicated(IReadOnlyDictionary<string, string> options) =>
        options.GetValueOrDefault("class", string.Empty).EndsWith("NetworkTopologyStrategy", StringComparison.Ordinal)
        && options.Where(o => o.Key != "class").All(o => o.Value == replication.ToString(CultureInfo.InvariantCulture));
}
