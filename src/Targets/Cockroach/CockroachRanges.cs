using System.Globalization;
using DbIngest.Wire.Pg;

namespace DbIngest.Targets.Cockroach;

/// <summary>The ranges of the trial's table, as the cluster's own tables show them to an administrator.</summary>
internal static class CockroachRanges
{
    /// <summary>Ranges, the fewest and the most replicas of one, and bytes of keys and values in all replicas together, older versions of rows included.</summary>
    /// <param name="connection">A session.</param>
    /// <param name="endpoint">The table.</param>
    public static (long Ranges, long FewestReplicas, long MostReplicas, long Bytes) Read(PgConnection connection, CockroachEndpoint endpoint)
    {
        // A dropped table of the same name has ranges until they are collected.
        var id = connection.Query($"SELECT table_id FROM crdb_internal.tables WHERE database_name = '{endpoint.Database}' AND name = '{endpoint.TableName}' AND drop_time IS NULL");
        if (id.Count == 0)
        {
            return default;
        }

        var row = connection.Query(
            "SELECT count(*), min(array_length(replicas, 1)), max(array_length(replicas, 1)), "
            + "sum(((crdb_internal.range_stats(start_key)->>'key_bytes')::INT8 + (crdb_internal.range_stats(start_key)->>'val_bytes')::INT8) * array_length(replicas, 1))::INT8 "
            + $"FROM crdb_internal.ranges_no_leases WHERE start_pretty = '/Table/{id[0][0]}' OR start_pretty LIKE '/Table/{id[0][0]}/%'")[0];
        return (Number(row[0]), Number(row[1]), Number(row[2]), Number(row[3]));
    }

    /// <summary>Nodes of the cluster that are known.</summary>
    public static long Nodes(PgConnection connection) => Number(connection.Query("SELECT count(*) FROM crdb_internal.gossip_nodes")[0][0]);

    private static long Number(string? text) => long.TryParse(text, NumberStyles.Integer, CultureInfo.InvariantCulture, out long number) ? number : 0;
}
