using System.Security.Cryptography.X509Certificates;
using DbIngest.Tds.Endpoint.Storage;

namespace DbIngest.Tds.Endpoint;

/// <summary>What an endpoint is set to.</summary>
public sealed record EndpointOptions
{
    /// <summary>The port at the loopback address; 0 for any that is free.</summary>
    public int Port { get; init; }

    /// <summary>How connections are encrypted.</summary>
    public TlsMode Tls { get; init; }

    /// <summary>The server's certificate, with its key; needed unless there is no encryption.</summary>
    public X509Certificate2? Certificate { get; init; }

    /// <summary>Who may log in; everybody when there is no one.</summary>
    public IReadOnlyDictionary<string, string> Passwords { get; init; } =
        new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);

    /// <summary>Users whose password must be changed before they may log in.</summary>
    public IReadOnlySet<string> Expired { get; init; } = new HashSet<string>(StringComparer.OrdinalIgnoreCase);

    /// <summary>Whether databases and tables may be created.</summary>
    public bool MayCreate { get; init; } = true;

    /// <summary>Whether sessions begin with SET NOCOUNT ON, as 'user options' of a server may say.</summary>
    public bool HidesCounts { get; init; }

    /// <summary>Seconds that a checkpoint takes.</summary>
    public int CheckpointS { get; init; }

    /// <summary>Whether rows are only counted, not kept: for measuring clients.</summary>
    public bool IsSink { get; init; }

    /// <summary>The largest packet that is agreed to, in bytes.</summary>
    public int MaxPacketSize { get; init; } = 32_767;

    /// <summary>
    /// Answers to batches that are known beforehand, system views for instance: each gives rows, or null for another batch.
    /// </summary>
    public IReadOnlyList<Func<string, RowSet?>> Answers { get; init; } = [];
}

/// <summary>How connections are encrypted.</summary>
public enum TlsMode
{
    /// <summary>Not at all.</summary>
    None,

    /// <summary>The login at least, all of it when the client wants (TLS within TDS 7).</summary>
    Optional,

    /// <summary>All of it (TLS within TDS 7).</summary>
    Required,

    /// <summary>From the first byte (TDS 8.0).</summary>
    Strict,
}
