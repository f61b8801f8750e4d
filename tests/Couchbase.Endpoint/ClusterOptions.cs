using System.Security.Cryptography.X509Certificates;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Couchbase.Endpoint;

/// <summary>How a cluster answers.</summary>
public sealed record ClusterOptions
{
    public int Nodes { get; init; } = 1;

    public int VBuckets { get; init; } = 64;

    /// <summary>Replicas of a bucket that is there from the beginning.</summary>
    public int Replicas { get; init; }

    /// <summary>The bucket that is there from the beginning; null for none.</summary>
    public string? Bucket { get; init; } = "bench";

    public string User { get; init; } = "Administrator";

    public string Password { get; init; } = "password";

    /// <summary>What the user may log in by, as the server names it.</summary>
    public string Mechanisms { get; init; } = "SCRAM-SHA512 SCRAM-SHA256 SCRAM-SHA1 PLAIN";

    /// <summary>Answers whoever logs in, as the vendor's mock does: its own proof is then one of another password.</summary>
    public bool ChecksNoProof { get; init; }

    /// <summary>Of SCRAM; few, since every connection of every test logs in. A server of today asks for 15,000.</summary>
    public int Iterations { get; init; } = 64;

    /// <summary>Encrypts, where it is there.</summary>
    public X509Certificate2? Certificate { get; init; }

    /// <summary>What it agrees to.</summary>
    public IReadOnlySet<KvFeature> Features { get; init; } = Enum.GetValues<KvFeature>().ToHashSet();

    /// <summary>Whether it has streams of changes.</summary>
    public bool HasDcp { get; init; } = true;

    /// <summary>Whether ranges of keys can be scanned.</summary>
    public bool HasRangeScan { get; init; } = true;

    /// <summary>Whether its management tells of maps as they change.</summary>
    public bool HasMapStream { get; init; } = true;

    /// <summary>Whether the user administers the whole cluster, and not only its buckets.</summary>
    public bool IsAdministrator { get; init; } = true;

    /// <summary>Whether buckets can be flushed.</summary>
    public bool CanFlush { get; init; } = true;

    public bool HasCollections => Features.Contains(KvFeature.Collections);
}
