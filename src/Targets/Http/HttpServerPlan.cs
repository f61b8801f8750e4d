using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.Http;

/// <summary>
/// The plan of a server of one process that speaks HTTP at its first port. A run and a deployment start the process by it.
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

    /// <inheritdoc cref="OwnServerPlan.Ask"/>
    protected abstract void Ask(ServerAddress address, HttpConnectionOptions options);
}
