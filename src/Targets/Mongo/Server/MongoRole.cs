using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Mongo.Server;

/// <summary>
/// Roles of the nodes of a sharded cluster. Users write these words in deployment files (<c>role:</c>), so they must not be
/// renamed. <see cref="MongoRecipe"/>, <see cref="MongoPlan"/> and <see cref="MongoContainer"/> start nodes by role, and
/// <see cref="MongoLayout"/> groups nodes by role. A node of a plain replica set has none.
/// </summary>
internal static class MongoRole
{
    /// <summary>A member of a shard, which holds documents.</summary>
    public const string Data = "data";

    /// <summary>A configuration server, which knows the place of each document.</summary>
    public const string Config = "config";

    /// <summary>A router (<c>mongos</c>), to which clients connect.</summary>
    public const string Router = "router";

    /// <summary>
    /// Returns what must be added to the port of a deployment to get the port of a node: 0 for a router, 1 for a shard, 2 for a
    /// configuration server, as the vendor's ports are 27017, 27018 and 27019. One machine can thus run several roles. Nodes of a
    /// private server take free ports instead.
    /// </summary>
    /// <param name="role">The role. Null for a node of a replica set.</param>
    public static int PortOffset(string? role) => role switch
    {
        Data => 1,
        Config => 2,
        _ => 0,
    };
}

/// <summary>
/// A replica set: all nodes without roles, the nodes of one shard, or the configuration servers. <see cref="MongoLayout"/> makes
/// it. A router belongs to none.
/// </summary>
/// <param name="Name">Name of the set.</param>
/// <param name="Members">Members of the set. The first receives the command that forms the set (<c>replSetInitiate</c>).</param>
internal sealed record MongoSet(string Name, IReadOnlyList<ServerPlace> Members);
