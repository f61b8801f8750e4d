using System.Globalization;
using DbIngest.Wire.Pg;

namespace DbIngest.Targets.Cockroach.Sessions;

/// <summary>The ranges of the trial's table, as the cluster's own tables show them to an administrator.</summary>
internal static class CockroachRanges
{
    private const int DefaultReplicas = 3;

    /// <summary>
    /// Ranges, the fewest and the most replicas of one, and bytes of keys and values in all replicas together, older versions of
    /// rows included.
    /// </summary>
    /// <param name="connection">A session.</param>
    /// <param name="endpoint">The table.</param>
    /// <returns>They. Null if there is no such table.</returns>
    public static (long Ranges, long FewestReplicas, long MostReplicas, long Bytes)? Read(PgConnection connection,
        CockroachEndpoint endpoint)
    {
        // A dropped table of the same name has ranges until they are collected.
        var id = connection.Query(
            $"SELECT table_id FROM crdb_internal.tables WHERE database_name = '{endpoint.Database}' AND name = "
            + $"'{endpoint.TableName}' AND drop_time IS NULL");
        if (id.Count == 0)
        {
            return null;
        }

        var row = connection.Query(
            "SELECT count(*), min(array_length(replicas, 1)), max(array_length(replicas, 1)), "
            + "sum(((crdb_internal.range_stats(start_key)->>'key_bytes')::INT8 + "
            + "(crdb_internal.range_stats(start_key)->>'val_bytes')::INT8) * array_length(replicas, 1))::INT8 "
            + $"FROM crdb_internal.ranges_no_leases WHERE start_pretty = '/Table/{id[0][0]}' OR start_pretty LIKE "
            + $"'/Table/{id[0][0]}/%'")[0];
        return (Number(row[0]), Number(row[1]), Number(row[2]), Number(row[3]));
    }

    /// <summary>Nodes of the cluster that are known.</summary>
    /// <param name="connection">A session.</param>
    public static long Nodes(PgConnection connection) =>
        Number(connection.Query("SELECT count(*) FROM crdb_internal.gossip_nodes")[0][0]);

    /// <summary>Nodes of the cluster that the session's node takes for alive, itself among them.</summary>
    /// <param name="connection">A session.</param>
    public static long LiveNodes(PgConnection connection) =>
        Number(connection.Query("SELECT count(*) FROM crdb_internal.gossip_nodes WHERE is_live")[0][0]);

    /// <summary>Ranges of the whole cluster, its own tables' too, that have fewer replicas than so many.</summary>
    /// <param name="connection">A session.</param>
    /// <param name="replicas">How many.</param>
    public static long Below(PgConnection connection, int replicas) => Number(
        connection.Query(
            string.Create(CultureInfo.InvariantCulture,
            $"SELECT count(*) FROM crdb_internal.ranges_no_leases WHERE array_length(replicas, 1) < {replicas}"))[0][0]);

    /// <summary>
    /// Replicas that a range gets: what is asked for, where there are nodes for it; else as many as there are nodes, but no even
    /// number, of which half is no majority.
    /// </summary>
    /// <param name="nodes">The nodes of the cluster.</param>
    /// <param name="asked">What is asked for. Null for the cluster's default.</param>
    public static int Replicas(long nodes, int? asked)
    {
        int wanted = asked ?? DefaultReplicas;
        return nodes >= wanted ? wanted : (int)Math.Max(1, nodes % 2 == 0 ? nodes - 1 : nodes);
    }

    private static long Number(string? text) =>
        long.TryParse(text, NumberStyles.Integer, CultureInfo.InvariantCulture, out long number) ? number : 0;
}
