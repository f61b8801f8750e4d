using System.Net;
using System.Text.Json.Serialization;

namespace DbIngest.Abstractions.Targets;

/// <summary>
/// Describes the server and client of a measurement. <see cref="ITarget.Describe"/> returns it and the manifest stores it as
/// JSON. It must contain no secret. Members that older results lack are nullable.
/// </summary>
/// <remarks>The manifest stores the members, so they must not be renamed.</remarks>
public sealed record TargetDescription
{
    /// <summary>Value of <see cref="Configuration"/> for a server with its vendor's default settings.</summary>
    public const string ShippedConfiguration = "default";

    /// <summary>Name of the setting with the resource limits of a private server and the mechanism that enforces them.</summary>
    public const string LimitsSetting = "server_limits";

    /// <summary>Name of the setting with the separate disk on which a private server stores its data (for a full disk).</summary>
    public const string DiskSetting = "server_disk";

    /// <summary>Name of the setting with the separate network of a private server (for a cut network).</summary>
    public const string NetworkSetting = "server_network";

    /// <summary>Name of the setting with the container image from which the run started the server.</summary>
    public const string ContainerSetting = "container_image";

    /// <summary>
    /// Value of <see cref="Configuration"/> for a server that was running before, of which only the settings are known.
    /// </summary>
    public const string FoundConfiguration = "as found, see the settings";

    /// <summary>The name for <c>--db</c>, for example <c>postgres</c>.</summary>
    public required string Database { get; init; }

    /// <summary>
    /// The write path: <c>driver</c> (the vendor's .NET driver) or <c>wire</c> (DbIngest's own protocol client).
    /// </summary>
    public required string Client { get; init; }

    /// <summary>Requested nodes of the cluster that the run started. Null without <c>--nodes</c>.</summary>
    public int? Nodes { get; init; }

    /// <summary>
    /// The values of the axes that open a target, by field: points with these values are written to this target. Null in results
    /// of older versions, where database, client, durability and nodes identify it.
    /// </summary>
    public IReadOnlyDictionary<string, string>? OpenedFor { get; init; }

    /// <summary>Product and version that the server reports.</summary>
    public required string ServerVersion { get; init; }

    /// <summary>Package and version of the client.</summary>
    public required string DriverVersion { get; init; }

    /// <summary>
    /// MSBuild properties that a build needs for this write path. Empty if every build has it. Null in results of older versions.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyDictionary<string, string>? BuildProperties { get; init; }

    /// <summary>
    /// Environment variables that point to the distributions of the run's private servers. Null if no server was started, the
    /// endpoint names the folder, or the programs were found on the PATH.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<ServerHome>? Homes { get; init; }

    /// <summary>Name of the durability level.</summary>
    public required string Durability { get; init; }

    /// <summary>One sentence: which failures an acknowledged batch survives.</summary>
    public required string DurabilityMeaning { get; init; }

    /// <summary>The worst failure that an acknowledged batch certainly survives. Null in results of older versions.</summary>
    public Survival? Survives { get; init; }

    /// <summary>
    /// Replicas of an acknowledged batch. Null if the database does not replicate, and in results of older versions.
    /// </summary>
    public Copies? Copies { get; init; }

    /// <summary>
    /// What the database stores of a record that a source sends twice, in the table of a trial without a mix. Null if unknown,
    /// and in results of older versions. The command line refuses <c>--duplicates</c> if it is null.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public Repeats? Repeats { get; init; }

    /// <summary>True if the database keeps records in memory only, so that measured space is memory. Null otherwise.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public bool? InMemory { get; init; }

    /// <summary>Address of the server, without credentials.</summary>
    public required string Endpoint { get; init; }

    /// <summary>
    /// <c>in-process</c>, <c>local</c> (on this machine, so that it shares CPU and disk with the client) or <c>remote</c>.
    /// </summary>
    public required string Placement { get; init; }

    /// <summary>Addresses of the servers, to measure round trips to them. Empty if unknown. Not recorded.</summary>
    [JsonIgnore]
    public IReadOnlyList<EndPoint> Servers { get; init; } = [];

    /// <summary>
    /// Shortest TCP connection time to each server on another machine before the first trial, in seconds by address. Null if
    /// there is no such server, and in results of older versions.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyDictionary<string, double>? RoundTripsS { get; init; }

    /// <summary>
    /// <see cref="ShippedConfiguration"/>, <see cref="FoundConfiguration"/>, or the names of tuned settings.
    /// </summary>
    public required string Configuration { get; init; }

    /// <summary>Settings of server and session that influence figures, by name.</summary>
    public required IReadOnlyDictionary<string, string> Settings { get; init; }

    /// <summary>
    /// Names of those <see cref="Settings"/> that trials change, such as the size of a file that grows, or that an earlier
    /// version of the program recorded in other words. A resumed sweep may find another value of each. Empty by default. Not
    /// recorded.
    /// </summary>
    [JsonIgnore]
    public IReadOnlyList<string> ChangingSettings { get; init; } = [];

    /// <summary>
    /// Why the table has no unique key on source and sequence number with the options of an endpoint, by name of the database, as
    /// <see cref="TargetDefinition.NoKeyReason"/> words it for all options. Empty by default. Not recorded: the setting
    /// <c>table_key</c> contains it.
    /// </summary>
    [JsonIgnore]
    public IReadOnlyDictionary<string, string> NoKeyReasons { get; init; } = new Dictionary<string, string>();

    /// <summary>How the database models data. Null in results of older versions.</summary>
    public DataModel? Model { get; init; }

    /// <summary>True if the run started a server of this target in a container.</summary>
    [JsonIgnore]
    public bool IsInContainer =>
        Settings.Keys.Any(name => name == ContainerSetting || name.EndsWith("." + ContainerSetting, StringComparison.Ordinal));

    /// <summary>
    /// Licence notice that must accompany published figures, in place of that of the definition. Null without one.
    /// </summary>
    public string? LicenceNotice { get; init; }
}
