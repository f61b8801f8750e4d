using DbIngest.Abstractions.Endpoints;

namespace DbIngest.Targets.MySql;

/// <summary>
/// Declares the options of the endpoints of MySQL and MariaDB. <see cref="MySqlEndpoint"/> reads an endpoint by them, and
/// <c>EndpointsPage</c> and <c>TargetsVerb</c> list them. Results store their names, so a name must not change.
/// <c>MySqlDriverPath</c> reads the endpoints of both by <see cref="OfMariaDb"/>, so an option of MySQL must also be one of
/// MariaDB.
/// </summary>
internal static class MySqlOptions
{
    private static readonly EndpointOption[] Common =
    [
        EndpointOption.Word("calls",
            "how the driver is called: the source's thread makes the call itself, or waits for an asynchronous one; refused "
            + "with `wire`", "sync", "async") with { Default = "sync", IsAxis = true },
        EndpointOption.Number("rows", 1, 1_000_000,
            "records per statement, except with `way=load`; by default as many as the server accepts, with the driver 1000; "
            + "never more than it accepts") with { IsAxis = true },
        EndpointOption.Word("index", "no key at all, or the primary key (source, sequence), by which the table is then ordered",
            "none", "key") with { Default = "none", IsAxis = true },
        EndpointOption.Text("user", "the user; by default the part before the host") with { Default = "root" },
        EndpointOption.Text("database", "the database, created if missing; by default the part after the host",
            "up to 64 letters, digits and underscores", IsName) with { Default = "dbingest" },
        EndpointOption.Text("table", "the table, which each trial drops", "up to 64 letters, digits and underscores", IsName)
            with { Default = MySqlTable.DefaultName },
        EndpointOption.Word("ssl_mode",
            "whether to encrypt, and how the server's certificate is checked: its authority, and its name too; a Unix socket "
            + "is never encrypted", "disabled", "preferred", "required", "verify_ca", "verify_identity")
            with { Default = "preferred", IsAxis = true },
        EndpointOption.Text("ssl_ca",
            "the authorities that the server's certificate may come from, in PEM form; else the machine's", "a file")
            with { IsPath = true, IsWhole = true },
        EndpointOption.Text("ssl_cert", "the client's certificate, in PEM form or as `.pfx`", "a file")
            with { IsPath = true, IsWhole = true },
        EndpointOption.Text("ssl_key", "key of the certificate in PEM form; by default in the certificate's file", "a file")
            with { IsPath = true, IsWhole = true },
        EndpointOption.Word("public_key",
            "whether the key for a password of `caching_sha2_password` may be asked of the server over an open connection",
            "refuse", "ask") with { Default = "refuse" },
    ];

    private static readonly EndpointOption[] Private =
    [
        EndpointOption.Text("home",
            "its installation, with `mariadbd` in it or in its folders `bin`, `sbin`; else the one on the PATH or in "
            + "`/usr/sbin`", "a folder") with { IsPath = true, IsWhole = true, IsOfPrivateServer = true },
        EndpointOption.Size("buffer_pool", "its `innodb_buffer_pool_size`; else the server's own default")
            with { IsAxis = true, IsOfPrivateServer = true },
    ];

    /// <summary>The options of MySQL.</summary>
    public static readonly EndpointOptions OfMySql = new(
        [
            EndpointOption.Word("way",
                "how a batch is written: one `INSERT` of many rows as a prepared statement or as text, or `LOAD DATA LOCAL "
                + "INFILE` without a file; the driver has `prepared`, its default, and `load`; see below", "prepared", "insert",
                "load") with { Default = "prepared", IsAxis = true },
            .. Common,
        ]);

    /// <summary>The options of MariaDB, including those of a private server.</summary>
    public static readonly EndpointOptions OfMariaDb = new(
        [
            EndpointOption.Word("way",
                "how a batch is written: MariaDB's bulk execution, one `INSERT` of many rows as a prepared statement or as "
                + "text, or `LOAD DATA LOCAL INFILE` without a file; the driver has `prepared`, its default, and `load`; see "
                + "below", "bulk", "prepared", "insert", "load") with { Default = "bulk", IsAxis = true },
            .. Common, .. Private,
        ]);

    /// <summary>True if a text can name a database or a table without quoting.</summary>
    public static bool IsName(string value) => value.Length <= 64 && value.All(c => char.IsAsciiLetterOrDigit(c) || c == '_');
}
