using System.Globalization;

namespace DbIngest.Targets.Mongo.Server;

/// <summary>What decides which private servers are meant: equal ones are shared.</summary>
/// <param name="Home">The programs.</param>
/// <param name="AskedNodes">Nodes that hold data, null where none were asked for: one.</param>
/// <param name="CacheMb">The cache of each in MiB.</param>
/// <param name="WorkFolder">Where their files go.</param>
internal sealed record PrivateConfiguration(MongoHome Home, int? AskedNodes, int CacheMb, string WorkFolder)
{
    /// <summary>What a server takes besides its cache, and what a configuration server and a router take.</summary>
    private const int FurtherMb = 256;

    /// <summary>The least that a server accepts as its cache.</summary>
    private const int ConfigurationCacheMb = 256;

    /// <summary>Nodes that hold data.</summary>
    public int Nodes => AskedNodes ?? 1;

    /// <summary>Whether they are shards behind a router.</summary>
    public bool IsSharded => Nodes > 1;

    /// <summary>The memory that all processes may take together, in MiB.</summary>
    public long MemoryMb => ((long)Nodes * (CacheMb + FurtherMb)) + (IsSharded ? ConfigurationCacheMb + (2 * FurtherMb) : 0);

    /// <summary>What it is called in results.</summary>
    public string Name => IsSharded ? string.Create(CultureInfo.InvariantCulture, $"private cluster of {Nodes} shards") : "private replica set of one";

    /// <summary>How it differs from what the vendor ships.</summary>
    public string Description => string.Create(CultureInfo.InvariantCulture, $"vendor's defaults but for the cache: {CacheMb} MiB a server with data");

    /// <summary>A cache as the server's option has it.</summary>
    public static string CacheGb(int mebibytes) => (Math.Max(ConfigurationCacheMb, mebibytes) / 1024.0).ToString("0.###", CultureInfo.InvariantCulture);
}
