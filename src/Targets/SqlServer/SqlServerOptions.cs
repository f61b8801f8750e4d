using DbIngest.Abstractions.Endpoints;
using DbIngest.Wire.Tds;

namespace DbIngest.Targets.SqlServer;

/// <summary>
/// The options of a SQL Server endpoint. <see cref="SqlServerEndpoint"/> reads an endpoint by them, and <c>EndpointsPage</c> and
/// <c>TargetsVerb</c> list them. Results store their names and words, so none may change.
/// </summary>
internal static class SqlServerOptions
{
    public const string Heap = "heap";
    public const string Clustered = "clustered";
    public const string Columnstore = "columnstore";
    public const string Memory = "memory";

    private const int MaxRowsPerBatch = 1_000_000;

    /// <summary>All options.</summary>
    public static readonly EndpointOptions All = new(
    [
        EndpointOption.Text("user",
            "The login; SQL Server authentication. The password comes from `DBINGEST_SQLSERVER_PASSWORD` or `--password-file`")
            with { Default = "sa" },
        EndpointOption.Text("database",
            "The database. A missing one is created for the run and dropped; of an existing one, only the table is dropped",
            isValid: IsName) with { Default = "dbingest" },
        EndpointOption.Word("store",
            "How the table keeps rows: without any index, clustered by (source, sequence), as a clustered columnstore, in "
            + "memory (with a key on (source, sequence))", Heap, Clustered, Columnstore, Memory)
            with { Default = Heap, IsAxis = true },
        EndpointOption.Word("compression", "Compression of a heap or clustered table", "none", "row", "page")
            with { Default = "none", IsAxis = true },
        EndpointOption.Word("lock", "What a bulk load locks; by default the table of a heap, rows otherwise", "table", "row")
            with { IsAxis = true },
        EndpointOption.Number("batch", 0, MaxRowsPerBatch,
            "Rows per bulk load, so that a batch is several loads within one transaction; 0: the whole batch")
            with { Default = "0", IsAxis = true },
        EndpointOption.Number("packet", TdsConnectionOptions.MinPacketBytes, TdsConnectionOptions.MaxPacketBytes,
            "Requested size of network packets in bytes; encrypted packets have at most 16,383")
            with { Default = "8000", IsAxis = true },
        EndpointOption.Flag("streaming", "`EnableStreaming` of SqlBulkCopy; the wire client always streams")
            with { IsAxis = true },
        EndpointOption.Word("encrypt", "Encryption: all of the connection, the login at most, or TDS 8.0", "true", "false",
            "strict") with { Default = "true" },
        EndpointOption.Text("ca", "A file with certificates of authorities to trust, in PEM form (wire client)")
            with { IsPath = true },
        EndpointOption.Text("tls_name", "The name in the server's certificate, if it is not the host's"),
        EndpointOption.Flag("trust", "Accepts any certificate: the traffic is encrypted, but the server is not authenticated"),
        EndpointOption.Word("recovery", "The recovery model of a database that is created for the run", "simple", "bulk_logged",
            "full") with { Default = "simple", IsAxis = true },
        EndpointOption.Size("data", "The data file of a database that is created for the run; it grows by a quarter")
            with { Default = "1G" },
        EndpointOption.Size("log", "The log file of a database that is created for the run; it grows by a quarter")
            with { Default = "512M" },
        EndpointOption.Size("server_memory",
            "What `max server memory` must be, as study 1's 2G; a server that has it otherwise is refused with the statement "
            + "that sets it"),
    ]);

    // The name stands in statements in brackets and quotes. This allows more than usual names.
    private static bool IsName(string text) => text.Length <= 100
        && text.All(c => char.IsAsciiLetterOrDigit(c) || c is '_' or '-' or '$');
}
