using DbIngest.Abstractions.Endpoints;

namespace DbIngest.Targets.Ado;

/// <summary>
/// Declares the options of an endpoint for ADO.NET providers. <see cref="AdoEndpoint"/> reads an endpoint by them, and
/// <c>EndpointsPage</c> (the reference page) and the verb <c>targets</c> list them. Results store their names, so a name must not
/// change.
/// </summary>
internal static class AdoOptions
{
    /// <summary>
    /// All options in the order of the documentation. The text before them is the provider's connection string.
    /// </summary>
    public static readonly EndpointOptions All = new(
    [
        EndpointOption.Text("provider",
            "the provider's assembly: a file, with what it needs beside it, or the name of one that comes with this program "
            + "(Npgsql, Microsoft.Data.Sqlite, Microsoft.Data.SqlClient)", "a file or a name")
            with { IsWhole = true, IsLoaded = true, IsNamed = static value => !AdoProvider.IsFile(value) },
        EndpointOption.Text("dialect", "how its SQL differs: " + string.Join(", ", Dialect.Names) + ", or a file of your own",
            "a name or a file")
            with { IsWhole = true, IsLoaded = true, IsNamed = Dialect.IsBuiltIn, Default = "ansi" },
        EndpointOption.Word("way",
            "how a batch is written: an `INSERT` of many rows with parameters, a `DbBatch` of `INSERT`s of one row, an "
            + "`INSERT` of one row with arrays of many (Oracle's `ArrayBindCount`), or the provider's class for bulk copy",
            "rows", "batch", "array", "bulkcopy") with { Default = "rows", IsAxis = true },
        EndpointOption.Number("rows", 1, 10_000,
            "records per statement, statements per `DbBatch`, or elements per array; with `way=rows` at most as many "
            + "parameters as the dialect allows") with { Default = "100", IsAxis = true },
        EndpointOption.Word("index", "no key at all, or a unique one of (source, sequence)", "none", "key")
            with { Default = "none", IsAxis = true },
        EndpointOption.Text("table", "the table, which each trial drops", "up to 30 letters, digits and underscores", IsName)
            with { Default = "dbingest_records" },
        EndpointOption.Text("password_key", "the keyword of the connection string that passes the password to the provider")
            with { Default = "Password", IsWhole = true },
        EndpointOption.Word("placement", "where the database runs; by default as the dialect, or the name of the server, says",
            "in-process", "local", "remote"),
    ])
    {
        // A text that looks like an option may be the rest of a password that contains a question mark.
        RepeatsNothing = true,
        Applies = static endpoint => !AdoEndpoint.IsOneString(endpoint),
    };

    // 30 was Oracle's limit until 12.2.
    private static bool IsName(string value) => value.Length <= 30 && value.All(c => char.IsAsciiLetterOrDigit(c) || c == '_')
        && !char.IsAsciiDigit(value[0]);
}
