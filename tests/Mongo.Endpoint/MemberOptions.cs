using System.Security.Cryptography.X509Certificates;

namespace DbIngest.Mongo.Endpoint;

/// <summary>How a member answers.</summary>
public sealed record MemberOptions
{
    /// <summary>The address that it listens at.</summary>
    public string Address { get; init; } = "127.0.0.1";

    /// <summary>Where it listens; 0 for a port that is free.</summary>
    public int Port { get; init; }

    /// <summary>Encrypts, where it is there.</summary>
    public X509Certificate2? Certificate { get; init; }

    /// <summary>Whether a client must show a certificate; its subject is then the user.</summary>
    public bool AsksForCertificate { get; init; }

    /// <summary>The user who may log in; null where nobody need.</summary>
    public string? User { get; init; }

    public string Password { get; init; } = string.Empty;

    /// <summary>What the user may log in by.</summary>
    public IReadOnlyList<string> Mechanisms { get; init; } = ["SCRAM-SHA-1", "SCRAM-SHA-256"];

    /// <summary>Rounds of hashing.</summary>
    public int Iterations { get; init; } = 4096;

    /// <summary>Whether a login ends with an empty exchange, as servers before 4.4 have it.</summary>
    public bool EndsLoginEmpty { get; init; }

    /// <summary>Whether it agrees to zlib.</summary>
    public bool Compresses { get; init; }

    /// <summary>Whether answers carry a checksum.</summary>
    public bool Checksums { get; init; }

    public string Version { get; init; } = "7.0.14";

    public int WireVersion { get; init; } = 21;

    public int MaxDocumentBytes { get; init; } = 16 * 1024 * 1024;

    public int MaxMessageBytes { get; init; } = 48_000_000;

    public int MaxWriteBatch { get; init; } = 100_000;
}
