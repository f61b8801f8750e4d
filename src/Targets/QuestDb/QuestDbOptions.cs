using DbIngest.Abstractions.Endpoints;
using DbIngest.Targets.Http;

namespace DbIngest.Targets.QuestDb;

/// <summary>
/// Declares the options of QuestDB's endpoint. <see cref="QuestDbEndpoint"/> reads an endpoint by them, and <c>EndpointsPage</c>
/// and <c>TargetsVerb</c> list them. Results store their names, so a name must not change.
/// </summary>
internal static class QuestDbOptions
{
    /// <summary>All options in the order of the documentation.</summary>
    public static EndpointOptions All { get; } = new(
    [
        EndpointOption.Word("partition", "period of one partition of the table", "hour", "day", "week", "month", "year")
            with { Default = "day", IsAxis = true },
        EndpointOption.Word("doubles",
            "how doubles travel: as bytes (version 2 of the protocol, QuestDB 9.0), as text, or as bytes if the server "
            + "accepts them", "auto", "binary", "text") with { Default = "auto", IsAxis = true },
        EndpointOption.Text("table", "the table, which each trial drops", "up to 100 letters, digits and underscores",
            HttpEndpoint.IsName) with { Default = "dbingest_records" },
        .. HttpEndpoint.TlsOptions,
        EndpointOption.Text("home",
            "its distribution, with `questdb.jar` or a Java runtime that holds it; else that of `QUESTDB_HOME`, or of "
            + "`questdb.sh` on the PATH", "a folder") with { IsPath = true, IsOfPrivateServer = true },
        EndpointOption.Size("heap", "Java's heap, at most") with { Default = "1G", IsAxis = true, IsOfPrivateServer = true },
    ]);
}
