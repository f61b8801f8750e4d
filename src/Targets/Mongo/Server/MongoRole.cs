using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Mongo.Server;

/// <summary>What a node of a sharded cluster does.</summary>
internal static class MongoRole
{
    /// <summary>Holds documents: a member of a shard.</summary>
    public const string Data = "data";

    /// <summary>Knows which shard has what.</summary>
    public const string Config = "config";

    /// <summary>Clients talk to it: <c>mongos</c>.</summary>
    public const string Router = "router";

    /// <summary>
    /// The vendor's ports lie in this order from its port for clients: 27017 of a router, 27018 of a shard, 27019 of a
    /// configuration server. So one machine can be several of them.
    /// </summary>
    /// <param name="role">The role; null for a node of a replica set alone.</param>
    public static int PortOffset(string? role) => role switch
    {
        Data => 1,
        Config => 2,
        _ => 0,
    };
}

/// <summary>A replica set of a deployment.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Members">Its members; the first is told who they are.</param>
internal sealed record MongoSet(string Name, IReadOnlyList<ServerPlace> Members);
