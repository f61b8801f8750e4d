using DbIngest.Abstractions.Targets;
using DbIngest.Service.Settings;

namespace DbIngest.Runner.Options;

/// <summary>
/// A checked command <c>serve</c>. <see cref="ServeRequestReader"/> creates it and <c>ServeVerb</c> executes it.
/// </summary>
/// <param name="Definition">The database.</param>
/// <param name="Access">How it is reached.</param>
/// <param name="Deployment">The deployment that it is. Null without <c>--cluster</c>.</param>
/// <param name="Client">The write path.</param>
/// <param name="Service">How to serve it.</param>
/// <param name="Otlp">The collector that traces and metrics are exported to. Null for none.</param>
internal sealed record ServeRequest(
    TargetDefinition Definition, DatabaseAccess Access, string? Deployment, WriteClient Client, ServiceOptions Service,
    Uri? Otlp);
