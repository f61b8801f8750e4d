using System.Net;
using System.Text.Json.Serialization;

namespace DbIngest.Abstractions.Targets;

/// <summary>What a result must say about the database that it was measured on. Carries no secret.</summary>
public sealed record TargetDescription
{
    /// <summary>The configuration of a server that runs as its vendor ships it.</summary>
    public const string ShippedConfiguration = "default";

    /// <summary>The setting that says what a private server may take, and what holds it to that; left out where there is no limit.</summary>
    public const string LimitsSetting = "server_limits";

    /// <summary>The setting that says which image a server was started from for the run; left out where it runs in no container of the run.</summary>
    public const string ContainerSetting = "container_image";

    /// <summary>The configuration of a server that was there already, of which only the settings are known.</summary>
    public const string FoundConfiguration = "as found, see the settings";

    /// <summary>The database's name as on the command line, <c>postgres</c> for instance.</summary>
    public required string Database { get; init; }

    /// <summary>The write path: <c>driver</c> (a vendor's .NET driver) or <c>wire</c> (our own protocol client).</summary>
    public required string Client { get; init; }

    /// <summary>Nodes of the cluster that was started for the run, as asked for; null when none was asked for.</summary>
    public int? Nodes { get; init; }

    /// <summary>
    /// Where the points that are written to it are on the axes that decide how a target is opened, by field; null in results of
    /// versions that did not record it: database, client, durability and nodes then tell.
    /// </summary>
    public IReadOnlyDictionary<string, string>? OpenedFor { get; init; }

    /// <summary>The server's product and version, as it says itself.</summary>
    public required string ServerVersion { get; init; }

    /// <summary>The driver's package and version.</summary>
    public required string DriverVersion { get; init; }

    /// <summary>
    /// The MSBuild properties that a build needs for this write path, with their values: empty where every build has it. Null in
    /// results of versions that did not record it.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyDictionary<string, string>? BuildProperties { get; init; }

    /// <summary>
    /// The environment variables by which the distributions of its private servers were found; null where no server was started, the
    /// endpoint names the folder, or the programs were found on the PATH.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<ServerHome>? Homes { get; init; }

    /// <summary>The name of the durability contract in force.</summary>
    public required string Durability { get; init; }

    /// <summary>What an acknowledgement means under this contract, in one sentence.</summary>
    public required string DurabilityMeaning { get; init; }

    /// <summary>The worst failure that an acknowledged batch surely outlives; null in results that do not say.</summary>
    public Survival? Survives { get; init; }

    /// <summary>On how many nodes a batch is when it is acknowledged; null where the database does not replicate, or a result does not say.</summary>
    public Copies? Copies { get; init; }

    /// <summary>Whether the database keeps records in memory alone, so that the space that is measured is memory and no disk; null where it does not, or a result does not say.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public bool? InMemory { get; init; }

    /// <summary>Where the server is, without credentials.</summary>
    public required string Endpoint { get; init; }

    /// <summary>
    /// <c>in-process</c>, <c>local</c> (same machine: its CPU and disk are shared with the client), <c>remote</c>.
    /// </summary>
    public required string Placement { get; init; }

    /// <summary>The servers that it connects to, so that the way to them can be measured; empty where that is not told. Not recorded.</summary>
    [JsonIgnore]
    public IReadOnlyList<EndPoint> Servers { get; init; } = [];

    /// <summary>
    /// The shortest way to each server on another machine and back before the first trial, in seconds, by the server's address: what a TCP connection took to be made. Null where there is none, or a result does not
    /// say.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyDictionary<string, double>? RoundTripsS { get; init; }

    /// <summary>
    /// <see cref="ShippedConfiguration"/> when the server runs as its vendor ships it, <see cref="FoundConfiguration"/> when it was there already
    /// and does not tell, else what was tuned (they are separate entries).
    /// </summary>
    public required string Configuration { get; init; }

    /// <summary>The server's and the session's settings that bear on the figures, by name.</summary>
    public required IReadOnlyDictionary<string, string> Settings { get; init; }

    /// <summary>How it models data; null in results of versions that did not record it.</summary>
    public DataModel? Model { get; init; }

    /// <summary>Whether a server of it was started in a container for the run.</summary>
    [JsonIgnore]
    public bool IsInContainer => Settings.Keys.Any(name => name == ContainerSetting || name.EndsWith("." + ContainerSetting, StringComparison.Ordinal));

    /// <summary>A notice that must accompany published figures of this database, or null. From a target: what holds in place of its definition's.</summary>
    public string? LicenceNotice { get; init; }
}
