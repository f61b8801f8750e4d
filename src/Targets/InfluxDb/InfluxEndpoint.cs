using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Http;
using DbIngest.Targets.Servers;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.InfluxDb;

/// <summary>Where the server is and how it is written to, with the options of <see cref="InfluxOptions"/>.</summary>
/// <param name="text">The text. Null for the default.</param>
/// <exception cref="ArgumentException">It is not of the form, or a value is out of range.</exception>
internal sealed class InfluxEndpoint(string? text)
    : HttpEndpoint(InfluxOptions.All.Read(text), InfluxDefinition.Product1, DefaultPort)
{
    /// <summary>The port of its HTTP server.</summary>
    public const int DefaultPort = 8086;

    /// <summary>The one measurement of the database.</summary>
    public const string Measurement = "records";

    public string Database => Values.Text("database")!;

    public string ShardDuration => Values.Text("shard_duration")!;

    /// <summary>What one shard holds, in seconds.</summary>
    public long ShardSeconds => long.Parse(ShardDuration.AsSpan(..^1),
        CultureInfo.InvariantCulture) * ShardDuration[^1] switch { 'h' => 3600, 'd' => 86_400, _ => 604_800 };

    /// <summary>The organisation of a server of version 2. Null for the only one.</summary>
    public string? Organisation => Values.Text("org");

    public bool IsCompressed => Values.Flag("gzip");

    /// <summary>The port of the service of snapshots. Null if it is not to be used.</summary>
    public int? BackupPort => Values.Number("backup_port");

    public string Index => Values.Text("index")!;

    public int FsyncDelayMs => Values.Number("fsync_delay_ms")!.Value;

    public int CacheMb => Values.Mebibytes("cache")!.Value;

    /// <summary>The same options at a server whose snapshots have a port.</summary>
    /// <param name="address">The server.</param>
    /// <param name="backupPort">The port. Null if none is known.</param>
    public string At(ServerAddress address, int? backupPort)
    {
        string at = At(address);
        char mark = at.Contains('?', StringComparison.Ordinal) ? '&' : '?';
        return backupPort is null || BackupPort is not null ? at
            : FormattableString.Invariant($"{at}{mark}backup_port={backupPort}");
    }

    /// <summary>
    /// A user's password, or a token where there is no user; in the scheme of version 2, which version 3 takes too.
    /// </summary>
    protected override Func<string>? Authorization(ServerAddress address, Secret? password) =>
        address.User is null && password is not null ? () => HttpConnectionOptions.Bearer(password.Reveal(), "Token")
            : base.Authorization(address, password);
}
