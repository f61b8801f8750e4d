namespace DbIngest.Wire.Mongo;

/// <summary>
/// A server's answer to <c>hello</c>, with its fields by name. <see cref="MongoHandshake"/> creates one per connection.
/// <c>MongoDeployment</c> discovers the topology from it, and <c>MongoInsertWindow</c> and <c>MongoCollection</c> take the size
/// limits. Immutable: it describes the server as of the moment the connection was opened.
/// </summary>
/// <param name="Answer">The whole answer.</param>
public sealed record MongoHello(BsonDocument Answer)
{
    /// <summary>Whether the server accepts writes: a standalone server, a router, or a set's primary.</summary>
    public bool IsWritable { get; } = Answer.IsTrue("isWritablePrimary") || Answer.IsTrue("ismaster");

    /// <summary>Whether the server is a secondary of a replica set.</summary>
    public bool IsSecondary => Answer.IsTrue("secondary");

    /// <summary>
    /// Whether the server is a member of a set that serves no client now: an arbiter, or a member that starts, is in its initial
    /// sync, recovers or rolls back (specification "Server Discovery And Monitoring", RSArbiter and RSOther).
    /// </summary>
    public bool IsUnavailable => SetName is not null && !IsWritable && !IsSecondary;

    /// <summary>Whether the server is a router of a sharded cluster (mongos).</summary>
    public bool IsRouter { get; } = Answer.Text("msg") == "isdbgrid";

    /// <summary>Name of the replica set; null for a server outside any set.</summary>
    public string? SetName => Answer.Text("setName");

    /// <summary>Address of the set's primary; null if this member does not know it.</summary>
    public string? Primary => Answer.Text("primary");

    /// <summary>Addresses of the set's visible members: electable and passive ones, and arbiters.</summary>
    public IReadOnlyList<string> Members =>
        [.. Answer.Texts("hosts").Concat(Answer.Texts("passives")).Concat(Answer.Texts("arbiters"))];

    /// <summary>The members without data.</summary>
    public IReadOnlyList<string> Arbiters => Answer.Texts("arbiters");

    /// <summary>The latest wire version that the server supports.</summary>
    public int WireVersion { get; } = (int)(Answer.Number("maxWireVersion") ?? 0);

    /// <summary>Size limit of a document in bytes.</summary>
    public int MaxDocumentBytes { get; } = (int)(Answer.Number("maxBsonObjectSize") ?? 16 * 1024 * 1024);

    /// <summary>Size limit of a message in bytes.</summary>
    public int MaxMessageBytes { get; } = (int)(Answer.Number("maxMessageSizeBytes") ?? 48_000_000);

    /// <summary>Most documents per insertion.</summary>
    public int MaxWriteBatch { get; } = (int)(Answer.Number("maxWriteBatchSize") ?? 100_000);

    /// <summary>Whether the server supports sessions, which allow ending their operations.</summary>
    public bool HasSessions { get; } = Answer["logicalSessionTimeoutMinutes"] is not null;

    /// <summary>Whether the server accepts messages compressed with zlib.</summary>
    public bool HasZlib { get; } = Answer.Texts("compression").Contains("zlib");
}
