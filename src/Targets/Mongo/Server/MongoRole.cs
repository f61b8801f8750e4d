using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Mongo.Server;

/// <summary>Roles of the nodes of a sharded cluster, as deployment files name them.</summary>
internal static class MongoRole
{
    /// <summary>A member of a shard, which holds documents.</summary>
    public const string Data = "data";

    /// <summary>A configuration server, which knows the place of each document.</summary>
    public const string Config = "config";

    /// <summary>A router (<c>mongos</c>), to which clients connect.</summary>
    public const string Router = "router";

    /// <summary>
    /// Distance of a role's port from the clients' port, in the vendor's order: 27017 router, 27018 shard, 27019 configuration
    /// server. One machine can thus run several roles.
    /// </summary>
    /// <param name="role">The role. Null for a node of a replica set.</param>
    public static int PortOffset(string? role) => role switch
    {
        Data => 1,
        Config => 2,
        _ => 0,
    };
}

/// <summary>A replica set of a deployment.</summary>
/// <param name="Name">Name of the set.</param>
/// <param name="Members">Members of the set. The first receives the command that makes the set.</param>
internal sealed record MongoSet(string Name, IReadOnlyList<ServerPlace> Members);
