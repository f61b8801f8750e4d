using DbIngest.Abstractions.Endpoints;

namespace DbIngest.Targets.Neo4j;

/// <summary>
/// Declares the options of Neo4j's endpoint. <see cref="Neo4jEndpoint"/> reads an endpoint by them, and the reference page lists
/// them.
/// </summary>
internal static class Neo4jOptions
{
    /// <summary>All options in the order of the documentation.</summary>
    public static EndpointOptions All { get; } = new(
    [
        EndpointOption.Word("shape", "what a record is: a node, or a relationship from its source's node to another one", "node",
            "relationship") with { Default = "node", IsAxis = true },
        EndpointOption.Word("key", "what is unique: one 64-bit number made of source and sequence, or both as two properties",
            "id", "pair") with { Default = "id", IsAxis = true },
        EndpointOption.Number("rows", 1, 1_000_000,
            "records a statement; those of a batch are one transaction") with { Default = "10000", IsAxis = true },
        EndpointOption.Text("label",
            "of the records' nodes, or the type of their relationships, and the beginning of the labels of the sources' "
            + "nodes; used for nothing else: what has it is deleted", "up to 60 letters, digits and underscores", IsName)
            with { Default = "DbIngestRecord" },
        EndpointOption.Text("database", "the database, which must be there", "up to 63 letters, digits, dots and dashes",
            IsDatabase) with { Default = "neo4j" },
        EndpointOption.Text("ca", "with bolt+s: the authorities of this file in PEM form alone are trusted",
            "a file") with { IsWhole = true },
        EndpointOption.Text("home",
            "its distribution, with `neo4j-*.jar` in its folder `lib`; else that of `NEO4J_HOME`, or of `neo4j` on the PATH",
            "a folder") with { IsWhole = true, IsOfPrivateServer = true },
        EndpointOption.Size("heap", "Java's heap") with { Default = "512M", IsAxis = true, IsOfPrivateServer = true },
        EndpointOption.Size("page_cache", "`server.memory.pagecache.size`") with { Default = "512M", IsAxis = true,
            IsOfPrivateServer = true },
        EndpointOption.Text("jvm", "further options of Java, with spaces between them: `-XX:+UseZGC`") with { IsWhole = true,
            IsOfPrivateServer = true },
        EndpointOption.Number("checkpoint", 1, 900,
            "`db.checkpoint.interval.time` in seconds, the vendor's default being 900: settling waits for a checkpoint") with { Default = "10", IsAxis = true, IsOfPrivateServer = true },
        EndpointOption.Word("reset",
            "how a trial gets an empty database: what is there is deleted, and its room in the files used again; or server "
            + "and database are made anew, so that Java begins cold", "delete", "restart")
            with { Default = "delete", IsAxis = true, IsOfPrivateServer = true },
    ]);

    private static bool IsName(string value) => value.Length <= 60 && value.All(c => char.IsAsciiLetterOrDigit(c) || c == '_')
        && !char.IsAsciiDigit(value[0]);

    private static bool IsDatabase(string value) => value.Length <= 63
        && value.All(c => char.IsAsciiLetterOrDigit(c) || c is '.' or '-');
}
