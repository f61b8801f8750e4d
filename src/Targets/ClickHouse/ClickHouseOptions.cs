using DbIngest.Abstractions.Endpoints;
using DbIngest.Targets.Http;

namespace DbIngest.Targets.ClickHouse;

/// <summary>
/// Declares the options of ClickHouse's endpoint. <see cref="ClickHouseEndpoint"/> reads an endpoint by them, and
/// <c>EndpointsPage</c> (the reference page) and the verb <c>targets</c> list them. Results store their names, so a name must not
/// change.
/// </summary>
internal static class ClickHouseOptions
{
    /// <summary>All options in the order of the documentation.</summary>
    public static EndpointOptions All { get; } = new(
    [
        EndpointOption.Word("settle",
            "what settling waits for: that nothing is merged at the moment, or that everything is merged into one part "
            + "(`OPTIMIZE TABLE ... FINAL`)", "idle", "optimize") with { Default = "idle", IsAxis = true },
        EndpointOption.Word("group",
            "whether batches that wait for another insertion of their process are sent as one, with `--client wire`; else each is "
            + "an insertion", "false", "true") with { Default = "false", IsAxis = true },
        EndpointOption.Text("database", "an existing database", "up to 100 letters, digits and underscores", HttpEndpoint.IsName)
            with { Default = "default" },
        EndpointOption.Text("table", "the table, which each trial drops", "up to 100 letters, digits and underscores",
            HttpEndpoint.IsName) with { Default = "dbingest_records" },
        .. HttpEndpoint.TlsOptions,
        EndpointOption.Text("home", "the folder of `clickhouse-server` or `clickhouse`; else the one on the PATH or in /usr/sbin",
            "a folder") with { IsPath = true, IsOfPrivateServer = true },
    ]);
}
