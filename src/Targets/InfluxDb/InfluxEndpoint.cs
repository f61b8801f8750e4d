using DbIngest.Targets.Http;

namespace DbIngest.Targets.InfluxDb;

/// <summary>Where the server is and how it is written to, with the options of <see cref="InfluxOptions"/>.</summary>
/// <param name="text">The text; null for the default.</param>
/// <exception cref="ArgumentException">It is not of the form, or a value is out of range.</exception>
internal sealed class InfluxEndpoint(string? text) : HttpEndpoint(InfluxOptions.All.Read(text), DefaultPort)
{
    /// <summary>The port of its HTTP server.</summary>
    public const int DefaultPort = 8086;

    /// <summary>The one measurement of the database.</summary>
    public const string Measurement = "records";

    public string Database => Values.Text("database")!;

    public string ShardDuration => Values.Text("shard_duration")!;

    public bool IsCompressed => Values.Flag("gzip");

    /// <summary>The port of the service of snapshots; null where it is not to be used.</summary>
    public int? BackupPort => Values.Number("backup_port");

    public string Index => Values.Text("index")!;

    public int FsyncDelayMs => Values.Number("fsync_delay_ms")!.Value;

    public int CacheMb => Values.Mebibytes("cache")!.Value;

    /// <summary>The same options at a private server: what another process is given.</summary>
    public string At(PrivateHttpServer server)
    {
        string place = At(server.Place);
        return BackupPort is null ? FormattableString.Invariant($"{place}{(place.Contains('?', StringComparison.Ordinal) ? '&' : '?')}backup_port={server.SecondPort}") : place;
    }
}
