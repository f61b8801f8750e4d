using DbIngest.Abstractions.Endpoints;

namespace DbIngest.Targets.Postgres.Sessions;

/// <summary>
/// The options of a PostgreSQL endpoint, which are those of libpq's URIs. <see cref="PostgresEndpoint"/> reads an endpoint by
/// them, and <c>EndpointsPage</c> and <c>TargetsVerb</c> list them. Results store their names, so a name must not change.
/// Messages about them must repeat no text of the endpoint, which may be a part of a password.
/// </summary>
internal static class PostgresOptions
{
    /// <summary>All options. An Npgsql connection string has Npgsql's settings instead.</summary>
    public static readonly EndpointOptions All = new(
    [
        EndpointOption.Text("host", "the server, or the folder of its Unix socket; by default the part before the options",
            "a name, address or folder") with { IsWhole = true },
        EndpointOption.Number("port", 1, 65_535, "its port; by default that before the options, or 5432"),
        EndpointOption.Text("user", "the role"),
        EndpointOption.Text("password", "better in `DBINGEST_POSTGRES_PASSWORD`, which wins over it")
            with { IsSecret = true, IsWhole = true },
        EndpointOption.Text("dbname", "the database; else the role's"),
        EndpointOption.Text("passfile", "where the password is; else Npgsql's default", "a file")
            with { IsPath = true, IsWhole = true },
        EndpointOption.Word("sslmode", "whether to encrypt, and how the server's certificate is checked", "disable", "allow",
            "prefer", "require", "verify-ca", "verify-full") with { Default = "prefer", IsAxis = true },
        EndpointOption.Text("sslrootcert", "the authorities that the server's certificate may come from, in PEM form", "a file")
            with { IsPath = true, IsWhole = true },
        EndpointOption.Text("sslcert", "the client's certificate, in PEM form or as `.pfx`", "a file")
            with { IsPath = true, IsWhole = true },
        EndpointOption.Text("sslkey", "key of the certificate in PEM form; by default in the certificate's file", "a file")
            with { IsPath = true, IsWhole = true },
        EndpointOption.Number("connect_timeout", 1, 1024, "time-out of connecting in seconds") with { Default = "10" },
        EndpointOption.Text("application_name", "name of the sessions in the server's views")
            with { Default = "dbingest", IsWhole = true },
        EndpointOption.Text("options", "settings of the sessions, as in `-c%20jit%3Doff`") with { IsWhole = true },
        EndpointOption.Word("store",
            "what the table is: PostgreSQL's own, a hypertable of TimescaleDB, or a distributed table of Citus; see below",
            "heap", "timescale", "citus") with { Default = "heap", IsAxis = true },
        EndpointOption.Text("chunk", "with `store=timescale`: period of one chunk", "1h, 7d", IsInterval)
            with { Default = "7d", IsAxis = true },
        EndpointOption.Word("compression", "with `store=timescale`: whether settling compresses the chunks", "true", "false")
            with { Default = "true", IsAxis = true },
        EndpointOption.Number("shards", 1, 64_000, "with `store=citus`: number of shards of the table")
            with { Default = "32", IsAxis = true },
    ])
    {
        // Text that looks like an option may be the rest of a password that contains a question mark.
        RepeatsNothing = true,
        Applies = static endpoint => !endpoint.Split('?')[0].Contains('=', StringComparison.Ordinal),
    };

    /// <summary>True for options of the table, which a private server has too.</summary>
    public static bool IsOfTable(string name) => name is "store" or "chunk" or "compression" or "shards";

    private static bool IsInterval(string value) =>
        value.Length is > 1 and < 6 && value[^1] is 'h' or 'd' && value[..^1].All(char.IsAsciiDigit) && value[0] != '0';
}
