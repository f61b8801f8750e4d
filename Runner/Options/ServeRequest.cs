using DbIngest.Abstractions.Targets;
using DbIngest.Service.Settings;

namespace DbIngest.Runner.Options;

/// <summary>
/// A checked command <c>serve</c>. <see cref="ServeRequestReader"/> creates it and <c>ServeVerb</c> executes it. It contains
/// secrets in <paramref name="Access"/> and <paramref name="Service"/>, so it must not be logged.
/// </summary>
/// <param name="Definition">The database, or a composition of two.</param>
/// <param name="Access">How the database is reached.</param>
/// <param name="Deployment">Name of the deployment to serve. Null without <c>--cluster</c>.</param>
/// <param name="Client">The client with which the service writes.</param>
/// <param name="Service">Address, keys, limits and promise of the service.</param>
/// <param name="Otlp">The collector that traces and metrics are exported to. Null for none.</param>
internal sealed record ServeRequest(
    TargetDefinition Definition, DatabaseAccess Access, string? Deployment, WriteClient Client, ServiceOptions Service,
    Uri? Otlp);
