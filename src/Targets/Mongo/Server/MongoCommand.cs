using System.Globalization;

namespace DbIngest.Targets.Mongo.Server;

/// <summary>The command line of a server that holds data, whoever starts it.</summary>
internal static class MongoCommand
{
    /// <summary>The least that a server accepts as its cache.</summary>
    public const int SmallestCacheMb = 256;

    /// <summary>
    /// Its settings, by name: the vendor's, or study 1's, whose MongoDB 2.6 compressed neither documents nor journal nor keys.
    /// </summary>
    /// <param name="profile"><c>default</c> or <c>study1</c>.</param>
    public static IReadOnlyList<string> Profile(string profile) => profile == "default"
        ? []
        : ["--wiredTigerCollectionBlockCompressor", "none", "--wiredTigerJournalCompressor", "none",
            "--wiredTigerIndexPrefixCompression", "false"];

    /// <summary>The command.</summary>
    /// <param name="program">The program.</param>
    /// <param name="data">Its folder of data.</param>
    /// <param name="address">Where it listens.</param>
    /// <param name="port">The port.</param>
    /// <param name="set">The replica set that it is a member of.</param>
    /// <param name="cacheMb">Its cache.</param>
    /// <param name="profile">Its settings.</param>
    public static IReadOnlyList<string> Data(string program, string data, string address, int port, string set, int cacheMb,
        string profile) =>
    [
        program, "--dbpath", data, "--port", port.ToString(CultureInfo.InvariantCulture), "--bind_ip", address, "--replSet", set,
            "--wiredTigerCacheSizeGB", CacheGb(cacheMb), "--nounixsocket", .. Profile(profile),
    ];

    /// <summary>The command of a router.</summary>
    /// <param name="program">The program.</param>
    /// <param name="log">Its log, which its command line must name.</param>
    /// <param name="address">Where it listens.</param>
    /// <param name="port">The port.</param>
    /// <param name="configuration">The set that knows the shards: its name and members, as
    /// <c>config/host:port,host:port</c>.</param>
    public static IReadOnlyList<string> Router(string program, string log, string address, int port, string configuration) =>
    [
        program, "--configdb", configuration, "--port", port.ToString(CultureInfo.InvariantCulture), "--bind_ip", address,
            "--nounixsocket", "--logpath", log,
    ];

    private static string CacheGb(int mebibytes) => (Math.Max(SmallestCacheMb, mebibytes) / 1024.0)
        .ToString("0.###", CultureInfo.InvariantCulture);
}
