using System.Text.Json;
using DbIngest.Abstractions.Targets;
using DbIngest.Clusters;

namespace DbIngest.Runner.Options;

/// <summary>
/// A deployment that a command measures (<c>--cluster FILE</c>), whether it runs or not. <see cref="DeployedDatabaseReader"/>
/// creates it. <see cref="DatabaseAccess"/> and <c>OpenTargets</c> find the servers through it. A command that measures must
/// never start or stop a node through it.
/// </summary>
/// <param name="Name">Name of the deployment, which is its value on the axis and stored in results.</param>
/// <param name="File">Path of the file, as the user wrote it.</param>
/// <param name="Database">Name of its database.</param>
/// <param name="Endpoint">Addresses of its nodes, without secrets.</param>
/// <param name="Password">The password that the file refers to. Null if it refers to none.</param>
/// <param name="Resolved">The whole deployment as the manifest stores it, without secrets.</param>
internal sealed record DeployedDatabase(string Name, string File, string Database, string Endpoint, Secret? Password,
    JsonElement Resolved)
{
    /// <summary>The deployment itself, for checking and watching its nodes.</summary>
    public required Cluster Cluster { get; init; }
}
