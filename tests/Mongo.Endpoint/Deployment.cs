using System.Collections.Concurrent;
using DbIngest.Wire.Mongo;

namespace DbIngest.Mongo.Endpoint;

/// <summary>
/// Servers that speak MongoDB's protocol at the loopback address and keep documents in memory: a standalone one, a replica set,
/// or the routers and shards of a sharded cluster. They answer as the server's documentation and the drivers' specifications say,
/// as much of it as clients of a measurement store need. It is not MongoDB.
/// </summary>
public sealed class Deployment : IDisposable
{
    private readonly List<Member> _members = [];

    private Deployment()
    {
    }

    /// <summary>Its servers: of a sharded cluster the routers first, then the shards.</summary>
    public IReadOnlyList<Member> Members => _members;

    /// <summary>What it holds.</summary>
    public Storage Storage { get; } = new();

    /// <summary>What a sharded cluster knows of its shards; null where there are none.</summary>
    public Sharding? Sharding { get; private init; }

    /// <summary>The name of the replica set; null where there is none.</summary>
    public string? SetName { get; private set; }

    /// <summary>The member that takes writes.</summary>
    public Member Primary { get; set; } = null!;

    /// <summary>May answer in a member's place, before anything is done: (member, command's name, command).</summary>
    public Func<Member, string, BsonDocument, BsonDocument?>? Before { get; set; }

    /// <summary>May answer otherwise, after it was done. An answer with <c>dropped: true</c> cuts the connection.</summary>
    public Func<Member, string, BsonDocument, BsonDocument?>? After { get; set; }

    /// <summary>What went wrong in it that should not have.</summary>
    public ConcurrentQueue<Exception> Failures { get; } = new();

    /// <summary>The commands that were carried out, by name.</summary>
    public ConcurrentDictionary<string, int> Commands { get; } = new(StringComparer.Ordinal);

    /// <summary>A server of its own.</summary>
    public static Deployment Standalone(MemberOptions? options = null)
    {
        var deployment = new Deployment();
        deployment.Primary = deployment.Add(options, MemberRole.Standalone, "standalone");
        return deployment;
    }

    /// <summary>A set whose members all hold what the primary has.</summary>
    public static Deployment ReplicaSet(int members, string name = "rs0", MemberOptions? options = null)
    {
        var deployment = new Deployment { SetName = name };
        for (int i = 0; i < members; i++)
        {
            deployment.Add(options, MemberRole.Data, name);
        }

        deployment.Primary = deployment._members[0];
        return deployment;
    }

    /// <summary>A sharded cluster; each shard is one server.</summary>
    public static Deployment Sharded(int shards, int routers, MemberOptions? options = null)
    {
        var deployment = new Deployment { Sharding = new Sharding() };
        for (int i = 0; i < routers; i++)
        {
            deployment.Add(options, MemberRole.Router, "router");
        }

        for (int i = 0; i < shards; i++)
        {
            var shard = deployment.Add(options, MemberRole.Shard, $"shard{i}");
            deployment.Sharding.Add($"shard{i}", shard.Name);
        }

        deployment.Primary = deployment._members[0];
        return deployment;
    }

    /// <summary>
    /// A server that was started by itself for a set, which it does not belong to before it is told so (<c>replSetInitiate</c>).
    /// </summary>
    /// <param name="port">Where it listens.</param>
    /// <param name="set">The name that its set must have.</param>
    /// <param name="address">The loopback address, where it is not 127.0.0.1.</param>
    public static Deployment Uninitiated(int port, string set, string address = "127.0.0.1")
    {
        var deployment = new Deployment();
        deployment.Add(new MemberOptions { Port = port, Address = address }, MemberRole.Data, set);
        return deployment;
    }

    /// <summary>
    /// A router that was started by itself: a cluster whose shards are yet to be added. It holds the documents itself.
    /// </summary>
    /// <param name="port">Where it listens.</param>
    /// <param name="address">The loopback address, where it is not 127.0.0.1.</param>
    public static Deployment Router(int port, string address = "127.0.0.1")
    {
        var deployment = new Deployment { Sharding = new Sharding() };
        deployment.Primary = deployment.Add(new MemberOptions { Port = port, Address = address }, MemberRole.Router, "router");
        return deployment;
    }

    /// <summary>The members of a set that are other processes, the primary first; null where all are here.</summary>
    internal IReadOnlyList<string>? Others { get; private set; }

    /// <summary>Makes its one server a member of the set that another process is the primary of.</summary>
    internal void Join(Member member, IReadOnlyList<string> members) => (SetName, Others) = (member.Set, members);

    /// <summary>
    /// Makes its one server the primary of a set, whose election takes a moment. The other members are told who they are.
    /// </summary>
    internal void Initiate(Member member, IReadOnlyList<string> members)
    {
        foreach (string other in members.Skip(1))
        {
            using var connection = MongoConnection.Open(System.Net.IPEndPoint.Parse(other), new MongoConnectionOptions());
            connection.Run("admin", new BsonDocument(("testJoin", 1), ("members", members)));
        }

        (SetName, Others) = (member.Set, members.Count > 1 ? members : null);
        new Timer(_ => Primary = member).Change(dueTime: 300, period: Timeout.Infinite);
    }

    public void Dispose() => _members.ForEach(m => m.Dispose());

    private Member Add(MemberOptions? options, MemberRole role, string set)
    {
        var member = new Member(this, options ?? new MemberOptions(), role, set);
        _members.Add(member);
        return member;
    }
}
