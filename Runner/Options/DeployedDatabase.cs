using System.Text.Json;
using DbIngest.Abstractions.Targets;
using DbIngest.Clusters;

namespace DbIngest.Runner.Options;

/// <summary>A deployment that is measured.</summary>
/// <param name="Name">Its name: its place on the axis.</param>
/// <param name="File">Its file, as the user named it.</param>
/// <param name="Database">Its database.</param>
/// <param name="Endpoint">Where it is; no secret is in it.</param>
/// <param name="Password">The password that its file refers to; null where it names none.</param>
/// <param name="Resolved">The whole deployment, as results keep it.</param>
internal sealed record DeployedDatabase(string Name, string File, string Database, string Endpoint, Secret? Password,
    JsonElement Resolved)
{
    /// <summary>The deployment itself.</summary>
    public required Cluster Cluster { get; init; }
}
