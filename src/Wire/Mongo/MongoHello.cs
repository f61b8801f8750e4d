namespace DbIngest.Wire.Mongo;

/// <summary>What a server says of itself when it is greeted.</summary>
/// <param name="Answer">The whole answer.</param>
public sealed record MongoHello(BsonDocument Answer)
{
    /// <summary>Whether it takes writes: a standalone server, a router, or the primary of a set.</summary>
    public bool IsWritable { get; } = Answer.IsTrue("isWritablePrimary") || Answer.IsTrue("ismaster");

    /// <summary>Whether it holds data that it does not take writes of.</summary>
    public bool IsSecondary => Answer.IsTrue("secondary");

    /// <summary>Whether it is a router of a sharded cluster.</summary>
    public bool IsRouter { get; } = Answer.Text("msg") == "isdbgrid";

    /// <summary>The name of its replica set; null where it is in none.</summary>
    public string? SetName => Answer.Text("setName");

    /// <summary>Where the set's primary is, as the member knows; null where it does not.</summary>
    public string? Primary => Answer.Text("primary");

    /// <summary>What the member is called in its set.</summary>
    public string? Me => Answer.Text("me");

    /// <summary>The members of its set that clients may see: those that can be elected, those that cannot, and arbiters.</summary>
    public IReadOnlyList<string> Members => [.. Answer.Texts("hosts").Concat(Answer.Texts("passives")).Concat(Answer.Texts("arbiters"))];

    /// <summary>Those of <see cref="Members"/> that hold no data.</summary>
    public IReadOnlyList<string> Arbiters => Answer.Texts("arbiters");

    /// <summary>The version of the protocol's features.</summary>
    public int WireVersion { get; } = (int)(Answer.Number("maxWireVersion") ?? 0);

    /// <summary>The largest document, in bytes.</summary>
    public int MaxDocumentBytes { get; } = (int)(Answer.Number("maxBsonObjectSize") ?? 16 * 1024 * 1024);

    /// <summary>The largest message, in bytes.</summary>
    public int MaxMessageBytes { get; } = (int)(Answer.Number("maxMessageSizeBytes") ?? 48_000_000);

    /// <summary>The most documents of one insertion.</summary>
    public int MaxWriteBatch { get; } = (int)(Answer.Number("maxWriteBatchSize") ?? 100_000);

    /// <summary>Whether the server has sessions, by which its operations can be ended.</summary>
    public bool HasSessions { get; } = Answer["logicalSessionTimeoutMinutes"] is not null;

    /// <summary>Whether messages may be compressed by zlib.</summary>
    public bool HasZlib { get; } = Answer.Texts("compression").Contains("zlib");
}
