using System.Text.Json.Serialization;

namespace DbIngest.Abstractions.Targets;

/// <summary>
/// Tells a <see cref="TargetDefinition"/> where a database is and how to use it. The command line creates it and passes it to
/// <see cref="TargetDefinition.Open"/> and <see cref="TargetDefinition.Probe"/>. It is serialized to source processes, except
/// members marked JsonIgnore. It may hold secrets, so it must not be logged or stored in results.
/// </summary>
public sealed record TargetOptions
{
    private static readonly TimeSpan LongestConnectTimeout = TimeSpan.FromSeconds(10);

    /// <summary>The user's endpoint or connection string, which may contain a secret. Null for the default place.</summary>
    public string? Endpoint { get; init; }

    /// <summary>Password from an environment variable or a file. Null if the user gave none.</summary>
    public Secret? Password { get; init; }

    /// <summary>Access to each database of a composed target, by name. Null for a single database.</summary>
    public IReadOnlyDictionary<string, TargetAccess>? Parts { get; init; }

    /// <summary>Name of the durability level. Null for the default.</summary>
    public string? Durability { get; init; }

    /// <summary>Name of the write path. Null for the default.</summary>
    public string? Client { get; init; }

    /// <summary>
    /// Nodes of the cluster to start, at most <see cref="TargetDefinition.LargestCluster"/>. Null for the default.
    /// </summary>
    public int? Nodes { get; init; }

    /// <summary>
    /// Resource limits of a private server, only if <see cref="TargetDefinition.StartsServer"/>. Null for none.
    /// </summary>
    public ServerLimits? ServerLimits { get; init; }

    /// <summary>
    /// True to start a private server even if a server already answers on this machine, because a trial will stop the server
    /// (<c>--fault</c>, <c>--restart server</c>), or the trials of a block need a fresh one (<c>--blocks</c>). Only if
    /// <see cref="TargetDefinition.StartsServer"/>.
    /// </summary>
    public bool WantsPrivateServer { get; init; }

    /// <summary>
    /// True if each trial begins with a restart of the private server (<c>--restart server</c>). Targets that let it run on have
    /// another server, which no restart of these trials empties.
    /// </summary>
    public bool RestartsServer { get; init; }

    /// <summary>
    /// True gives the private server a separate disk, which a trial can fill. Only with <see cref="WantsPrivateServer"/>.
    /// </summary>
    public bool WantsOwnDisk { get; init; }

    /// <summary>
    /// True puts the private server into a separate network, which a trial can cut. Only with <see cref="WantsPrivateServer"/>
    /// and if <see cref="TargetDefinition.StartsServerInNetwork"/>.
    /// </summary>
    public bool WantsOwnNetwork { get; init; }

    /// <summary>
    /// Most connections of a trial: one per source and batch in flight, plus two per source process. A private server must accept
    /// as many. Null if unknown.
    /// </summary>
    public int? Connections { get; init; }

    /// <summary>Folder for files that the target creates, such as the data of a private server. Created when missing.</summary>
    public required string WorkFolder { get; init; }

    /// <summary>Timeout of one request.</summary>
    public TimeSpan RequestTimeout { get; init; } = TimeSpan.FromSeconds(90);

    /// <summary>Timeout of connecting, including login: 10 s, but at most <see cref="RequestTimeout"/>.</summary>
    public TimeSpan ConnectTimeout => RequestTimeout < LongestConnectTimeout ? RequestTimeout : LongestConnectTimeout;

    /// <summary>Cancels the opening, also while a private server starts. Not serialized.</summary>
    [JsonIgnore]
    public CancellationToken Cancellation { get; init; }

    /// <summary>
    /// Receives one sentence for the user when opening takes long, for example to start a server. Not serialized.
    /// </summary>
    [JsonIgnore]
    public Action<string> Say { get; init; } = static _ => { };
}
