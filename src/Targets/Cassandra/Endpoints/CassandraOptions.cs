using DbIngest.Abstractions.Endpoints;

namespace DbIngest.Targets.Cassandra.Endpoints;

/// <summary>
/// The options of a Cassandra endpoint. <see cref="CassandraEndpoint"/> reads an endpoint by them, and <c>EndpointsPage</c> (the
/// reference page) and the verb <c>targets</c> list them. Results store their names, so a name must not change.
/// </summary>
internal static class CassandraOptions
{
    /// <summary>All options.</summary>
    public static readonly EndpointOptions All = new(
    [
        EndpointOption.Number("rf", 1, 16, "replicas of each record (`NetworkTopologyStrategy`), at most the number of nodes")
            with { Default = "1", IsAxis = true },
        EndpointOption.Number("rows", 1, 10_000, "rows per batch statement") with { Default = "200", IsAxis = true },
        EndpointOption.Number("window", 1, 1024, "unacknowledged requests per connection") with { Default = "2", IsAxis = true },
        EndpointOption.Number("connections", 1, 64,
            "connections to each node that all sources of a process share, instead of one per source: for single requests "
            + "with few of them in flight (see [how rows travel](../targets/cassandra.md#how-rows-travel))")
            with { IsAxis = true },
        EndpointOption.Word("shape", "rows in batches, or one EXECUTE per row", "batch", "single")
            with { Default = "batch", IsAxis = true },
        EndpointOption.Number("bucket", 1, 1_000_000, "rows per partition") with { Default = "10000", IsAxis = true },
        EndpointOption.Word("protocol", "the version; else the server's newest", "4", "5") with { IsAxis = true },
        EndpointOption.Text("keyspace", "the keyspace, whose table each trial drops",
            "up to 48 lower-case letters, digits and underscores", IsKeyspace) with { Default = "dbingest" },
        EndpointOption.Text("user", "the user's name; the password is in `DBINGEST_CASSANDRA_PASSWORD`"),
        EndpointOption.Flag("tls", "encrypted, the certificate checked against the machine's authorities"),
        EndpointOption.Text("ca", "as `tls`, and against the authorities of this file in PEM form", "a file")
            with { IsPath = true },
        EndpointOption.Text("tls_name",
            "as `tls`, and the name in the nodes' certificates. Without it, each certificate must contain the address by "
            + "which the cluster reaches its node", "a name"),
        EndpointOption.Text("cert",
            "as `tls`, and the client's certificate in PEM form, with its chain, for nodes that ask for one", "a file")
            with { IsPath = true },
        EndpointOption.Text("key", "the certificate's key in PEM form, not encrypted; else it is in the file of `cert`",
            "a file") with { IsPath = true },
        EndpointOption.Word("compression", "compression in transit (LZ4: protocol 5 only)", "none", "lz4")
            with { Default = "none", IsAxis = true },
        EndpointOption.Word("table_compression",
            "compression of the table's files; the server's default is LZ4 in blocks of 16 KiB", "default", "none", "lz4",
            "deflate", "zstd") with { Default = "default", IsAxis = true },
        EndpointOption.Text("home", "its distribution; else that of `CASSANDRA_HOME`", "a folder")
            with { IsPath = true, IsOfPrivateServer = true },
        EndpointOption.Size("heap", "the heap of each node") with { Default = "1G", IsAxis = true, IsOfPrivateServer = true },
        EndpointOption.Word("profile", "its settings", "default", "study1")
            with { Default = "default", IsAxis = true, IsOfPrivateServer = true },
    ]);

    private static bool IsKeyspace(string value) =>
        value.Length <= 48 && value.All(c => c is (>= 'a' and <= 'z') or (>= '0' and <= '9') or '_') && !char.IsDigit(value[0]);
}
