using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Http;
using DbIngest.Targets.Servers;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.InfluxDb;

/// <summary>
/// The endpoint of InfluxDB after reading: the address, and the options of <see cref="InfluxOptions"/>.
/// <see cref="InfluxDefinition"/> reads it when a target is opened or probed, before anything connects. Immutable.
/// </summary>
/// <param name="text">The endpoint. Null for the default.</param>
/// <exception cref="ArgumentException">The endpoint is invalid, or a value is out of range.</exception>
internal sealed class InfluxEndpoint(string? text)
    : HttpEndpoint(InfluxOptions.All.Read(text), InfluxDefinition.Product1, DefaultPort)
{
    /// <summary>The vendor's default port for HTTP.</summary>
    public const int DefaultPort = 8086;

    /// <summary>Name of the only measurement in the database.</summary>
    public const string Measurement = "records";

    public string Database => Values.Text("database")!;

    public string ShardDuration => Values.Text("shard_duration")!;

    /// <summary>Time span of a shard in seconds.</summary>
    public long ShardSeconds => long.Parse(ShardDuration.AsSpan(..^1),
        CultureInfo.InvariantCulture) * ShardDuration[^1] switch { 'h' => 3600, 'd' => 86_400, _ => 604_800 };

    /// <summary>The organisation on a version 2 server. Null for the only one.</summary>
    public string? Organisation => Values.Text("org");

    public bool IsCompressed => Values.Flag("gzip");

    /// <summary>Port of the snapshot service. Null to do without it.</summary>
    public int? BackupPort => Values.Number("backup_port");

    public string Index => Values.Text("index")!;

    public int FsyncDelayMs => Values.Number("fsync_delay_ms")!.Value;

    public int CacheMb => Values.Mebibytes("cache")!.Value;

    /// <summary>The same options at a server with a known port of the snapshot service, for another process.</summary>
    /// <param name="address">The address of the server.</param>
    /// <param name="backupPort">The port of the snapshot service. Null if unknown.</param>
    public string At(ServerAddress address, int? backupPort)
    {
        string at = At(address);
        char mark = at.Contains('?', StringComparison.Ordinal) ? '&' : '?';
        return backupPort is null || BackupPort is not null ? at
            : FormattableString.Invariant($"{at}{mark}backup_port={backupPort}");
    }

    /// <summary>
    /// Credentials: the user's password, or a token if there is no user. The token uses the scheme of version 2, which version 3
    /// accepts too.
    /// </summary>
    protected override Func<string>? Authorization(ServerAddress address, Secret? password) =>
        address.User is null && password is not null ? () => HttpConnectionOptions.Bearer(password.Reveal(), "Token")
            : base.Authorization(address, password);
}
