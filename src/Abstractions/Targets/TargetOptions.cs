using System.Text.Json.Serialization;

namespace DbIngest.Abstractions.Targets;

/// <summary>Where a database is and how it is to be used. It travels whole to a source process, but for what is of this process only.</summary>
public sealed record TargetOptions
{
    private static readonly TimeSpan LongestConnectTimeout = TimeSpan.FromSeconds(10);

    /// <summary>The endpoint or connection string of the user, or null for the default place. May contain a secret.</summary>
    public string? Endpoint { get; init; }

    /// <summary>The password, from an environment variable or a file; null when none was given.</summary>
    public Secret? Password { get; init; }

    /// <summary>How each database of a composed target is reached, by name; null for a single database.</summary>
    public IReadOnlyDictionary<string, TargetAccess>? Parts { get; init; }

    /// <summary>The durability contract's name, or null for the default.</summary>
    public string? Durability { get; init; }

    /// <summary>The write path's name, or null for the default.</summary>
    public string? Client { get; init; }

    /// <summary>Nodes of a cluster to be started for the run; null for the default. Only where <see cref="TargetDefinition.LargestCluster"/> allows.</summary>
    public int? Nodes { get; init; }

    /// <summary>What a server that is started for the run may take at most; null for no limit. Only where <see cref="TargetDefinition.StartsServer"/> allows.</summary>
    public ServerLimits? ServerLimits { get; init; }

    /// <summary>
    /// Connections that a trial may hold at once, one for each source and batch in flight and two for each source process: a server that is
    /// started for the run lets in as many. Null where that is not known.
    /// </summary>
    public int? Connections { get; init; }

    /// <summary>A folder for files that the target makes (an embedded database, a server's data); created when missing.</summary>
    public required string WorkFolder { get; init; }

    /// <summary>How long one request may take before it counts as failed.</summary>
    public TimeSpan RequestTimeout { get; init; } = TimeSpan.FromSeconds(90);

    /// <summary>How long connecting may take, logging in included: 10 s, and no longer than a request.</summary>
    public TimeSpan ConnectTimeout => RequestTimeout < LongestConnectTimeout ? RequestTimeout : LongestConnectTimeout;

    /// <summary>Ends the opening early, where it starts a server that takes its time: <see cref="OperationCanceledException"/>.</summary>
    [JsonIgnore]
    public CancellationToken Cancellation { get; init; }

    /// <summary>Is told, in a sentence for a person, of what takes its time while opening: a server that is started.</summary>
    [JsonIgnore]
    public Action<string> Say { get; init; } = static _ => { };
}
