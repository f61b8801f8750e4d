using System.Globalization;
using DbIngest.Wire.Pg;

namespace DbIngest.Targets.Cockroach.Sessions;

/// <summary>
/// Reads the ranges, replicas and nodes of a cluster from its system tables, which only an administrator may read.
/// <see cref="CockroachTarget"/> measures space and waits for replication by it, and <c>CockroachPlan</c> and
/// <c>CockroachRecipe</c> wait for a start. Changes nothing.
/// </summary>
internal static class CockroachRanges
{
    private const int DefaultReplicas = 3;

    /// <summary>
    /// Reads the ranges of the trial's table: their number, the smallest and largest number of replicas, and the bytes of keys
    /// and values over all replicas, old versions of rows included.
    /// </summary>
    /// <param name="connection">A session.</param>
    /// <param name="endpoint">Names the table.</param>
    /// <returns>Null if the table does not exist.</returns>
    public static (long Ranges, long FewestReplicas, long MostReplicas, long Bytes)? Read(PgConnection connection,
        CockroachEndpoint endpoint)
    {
        // A dropped table of the same name keeps its ranges until they are garbage-collected.
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

    /// <summary>Number of known nodes.</summary>
    /// <param name="connection">A session.</param>
    public static long Nodes(PgConnection connection) =>
        Number(connection.Query("SELECT count(*) FROM crdb_internal.gossip_nodes")[0][0]);

    /// <summary>Number of nodes that the session's node considers alive, itself included.</summary>
    /// <param name="connection">A session.</param>
    public static long LiveNodes(PgConnection connection) =>
        Number(connection.Query("SELECT count(*) FROM crdb_internal.gossip_nodes WHERE is_live")[0][0]);

    /// <summary>Counts ranges of the whole cluster, system ranges included, with fewer replicas than a number.</summary>
    /// <param name="connection">A session.</param>
    /// <param name="replicas">The number of replicas.</param>
    public static long Below(PgConnection connection, int replicas) => Number(
        connection.Query(
            string.Create(CultureInfo.InvariantCulture,
            $"SELECT count(*) FROM crdb_internal.ranges_no_leases WHERE array_length(replicas, 1) < {replicas}"))[0][0]);

    /// <summary>
    /// Replicas that a range gets: the requested number if there are enough nodes, else the largest odd number of nodes. An even
    /// number of replicas survives no more failures than the odd one below it.
    /// </summary>
    /// <param name="nodes">Number of nodes.</param>
    /// <param name="asked">The requested number. Null for the cluster's default.</param>
    public static int Replicas(long nodes, int? asked)
    {
        int wanted = asked ?? DefaultReplicas;
        return nodes >= wanted ? wanted : (int)Math.Max(1, nodes % 2 == 0 ? nodes - 1 : nodes);
    }

    private static long Number(string? text) =>
        long.TryParse(text, NumberStyles.Integer, CultureInfo.InvariantCulture, out long number) ? number : 0;
}
