using DbIngest.Abstractions.Endpoints;

namespace DbIngest.Targets.Neo4j;

/// <summary>
/// Declares the options of Neo4j's endpoint. <see cref="Neo4jEndpoint"/> reads an endpoint by them, and <c>EndpointsPage</c> and
/// <c>TargetsVerb</c> list them. Results store their names, so a name must not change.
/// </summary>
internal static class Neo4jOptions
{
    /// <summary>All options in the order of the documentation.</summary>
    public static EndpointOptions All { get; } = new(
    [
        EndpointOption.Word("shape", "how a record is stored: as a node, or as a relationship from its source's node to another",
            "node", "relationship") with { Default = "node", IsAxis = true },
        EndpointOption.Word("key", "the unique key: one 64-bit number made of source and sequence, or both as two properties",
            "id", "pair") with { Default = "id", IsAxis = true },
        EndpointOption.Number("rows", 1, 1_000_000, "records per statement; a batch is one transaction")
            with { Default = "10000", IsAxis = true },
        EndpointOption.Text("label",
            "label of the records' nodes, or type of their relationships, and prefix of the labels of the sources' nodes; "
            + "each trial deletes everything with it", "up to 60 letters, digits and underscores", IsName)
            with { Default = "DbIngestRecord" },
        EndpointOption.Text("database", "an existing database", "up to 63 letters, digits, dots and dashes", IsDatabase)
            with { Default = "neo4j" },
        EndpointOption.Text("ca", "with bolt+s: the authorities of this file in PEM form alone are trusted", "a file")
            with { IsPath = true, IsWhole = true },
        EndpointOption.Text("home",
            "its distribution, with `neo4j-*.jar` in its folder `lib`; else that of `NEO4J_HOME`, or of `neo4j` on the PATH",
            "a folder") with { IsPath = true, IsWhole = true, IsOfPrivateServer = true },
        EndpointOption.Size("heap", "Java's heap") with { Default = "512M", IsAxis = true, IsOfPrivateServer = true },
        EndpointOption.Size("page_cache", "`server.memory.pagecache.size`")
            with { Default = "512M", IsAxis = true, IsOfPrivateServer = true },
        EndpointOption.Text("jvm", "further options of Java, with spaces between them: `-XX:+UseZGC`")
            with { IsWhole = true, IsOfPrivateServer = true },
        EndpointOption.Number("checkpoint", 1, 900,
            "`db.checkpoint.interval.time` in seconds, the vendor's default being 900: settling waits for a checkpoint")
            with { Default = "10", IsAxis = true, IsOfPrivateServer = true },
        EndpointOption.Word("reset",
            "how a trial gets an empty database: the data is deleted, and its space in the files reused; or server and "
            + "database are recreated, so that Java starts cold", "delete", "restart")
            with { Default = "delete", IsAxis = true, IsOfPrivateServer = true },
    ]);

    private static bool IsName(string value) => value.Length <= 60 && value.All(c => char.IsAsciiLetterOrDigit(c) || c == '_')
        && !char.IsAsciiDigit(value[0]);

    private static bool IsDatabase(string value) => value.Length <= 63
        && value.All(c => char.IsAsciiLetterOrDigit(c) || c is '.' or '-');
}
