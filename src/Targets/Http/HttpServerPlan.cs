using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.Http;

/// <summary>
/// The plan of a server that is one process and speaks HTTP at its first port. The HTTP databases derive theirs.
/// <c>PrivateServer</c> starts the server of a run by it, and <see cref="HttpRecipe"/> deploys the same process, so both measure
/// the same configuration. It checks readiness by a request, never by the log.
/// </summary>
internal abstract record HttpServerPlan(string Database, string Product, string Program, string Description, long? MemoryMb,
    string WorkFolder, ServerLimits? Limits)
    : OneProcessPlan(Database, Product, Program, Description, MemoryMb, WorkFolder, Limits)
{
    /// <inheritdoc/>
    public override string Scheme => HttpEndpoint.Plain;

    /// <inheritdoc/>
    protected override void Ask(PlannedNode node) =>
        Ask(new ServerAddress(Scheme, Server(node)),
            new() { ConnectTimeout = ServerTimeouts.Ready, RequestTimeout = ServerTimeouts.Ready });

    /// <inheritdoc cref="PrivateServerPlan.Ask"/>
    protected abstract void Ask(ServerAddress address, HttpConnectionOptions options);
}
