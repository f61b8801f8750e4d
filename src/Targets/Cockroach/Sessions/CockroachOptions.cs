using DbIngest.Abstractions.Endpoints;

namespace DbIngest.Targets.Cockroach.Sessions;

/// <summary>
/// Declares the options of CockroachDB's endpoint. <see cref="CockroachEndpoint"/> reads an endpoint by them, and
/// <c>EndpointsPage</c> (the reference page) and the verb <c>targets</c> list them. Results store their names, so a name must not
/// change.
/// </summary>
internal static class CockroachOptions
{
    /// <summary>All options in the order of the documentation.</summary>
    public static readonly EndpointOptions All = new(
    [
        EndpointOption.Word("way",
            "how a batch is written: a prepared `UPSERT` or `INSERT` of many rows, in binary, or `COPY` as text within a "
            + "transaction", "upsert", "insert", "copy") with { Default = "upsert", IsAxis = true },
        EndpointOption.Number("rows", 1, 5000, "records per statement, except with `way=copy`; at most 65,535 parameters")
            with { Default = "500", IsAxis = true },
        EndpointOption.Word("key", "the primary key (source, sequence): spread over buckets by its hash, or in order", "hash",
            "range") with { Default = "hash", IsAxis = true },
        EndpointOption.Number("buckets", 2, 64, "buckets of the hash, each a separate range before the first write")
            with { Default = "8", IsAxis = true },
        EndpointOption.Number("replicas", 1, 7, "replicas of each range; else the cluster's default") with { IsAxis = true },
        EndpointOption.Text("user", "the user; by default the part before the host") with { Default = "root" },
        EndpointOption.Text("database", "the database, created if missing; by default the part after the hosts",
            "up to 60 lower-case letters, digits and underscores", IsName) with { Default = "dbingest" },
        EndpointOption.Text("table", "the table, which each trial drops", "up to 60 lower-case letters, digits and underscores",
            IsName) with { Default = "records" },
        EndpointOption.Word("sslmode", "whether to encrypt, and how the server's certificate is checked", "disable", "prefer",
            "require", "verify-ca", "verify-full") with { Default = "prefer", IsAxis = true },
        EndpointOption.Text("sslrootcert", "the authorities that the server's certificate may come from, in PEM form", "a file")
            with { IsPath = true, IsWhole = true },
        EndpointOption.Text("sslcert", "the client's certificate, in PEM form or as `.pfx`", "a file")
            with { IsPath = true, IsWhole = true },
        EndpointOption.Text("sslkey", "key of the certificate in PEM form; by default in the certificate's file", "a file")
            with { IsPath = true, IsWhole = true },
        EndpointOption.Text("home",
            "the folder of the program `cockroach`, or of its `bin`; else `cockroach` in `DBINGEST_SERVERS`, else the PATH",
            "a folder") with { IsPath = true, IsWhole = true, IsOfPrivateServer = true },
        EndpointOption.Size("cache", "memory of each node for blocks of data")
            with { Default = "128M", IsAxis = true, IsOfPrivateServer = true },
        EndpointOption.Size("max_sql_memory", "memory of each node for statements")
            with { Default = "128M", IsAxis = true, IsOfPrivateServer = true },
    ]);

    /// <summary>True if a text is a name that needs no quoting in any statement.</summary>
    public static bool IsName(string value) => value.Length is > 0 and <= 60
        && value.All(c => char.IsAsciiLetterLower(c) || char.IsAsciiDigit(c) || c == '_') && !char.IsAsciiDigit(value[0]);
}
