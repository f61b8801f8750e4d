using System.Globalization;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Mongo.Server;

/// <summary>What decides which private servers are meant: equal ones are shared.</summary>
/// <param name="Home">The programs.</param>
/// <param name="AskedNodes">Nodes that hold data, null where none were asked for: one.</param>
/// <param name="CacheMb">The cache of each in MiB.</param>
/// <param name="Profile"><c>default</c> or <c>study1</c>.</param>
/// <param name="WorkFolder">Where their files go.</param>
internal sealed record MongoPrivateConfiguration(MongoHome Home, int? AskedNodes, int CacheMb, string Profile, string WorkFolder)
{
    /// <summary>What a server takes besides its cache, and what a configuration server and a router take.</summary>
    private const int FurtherMb = 256;

    /// <summary>What each server may take at most; null for no limit.</summary>
    public ServerLimits? Limits { get; init; }

    /// <summary>Nodes that hold data.</summary>
    public int Nodes => AskedNodes ?? 1;

    /// <summary>Whether they are shards behind a router.</summary>
    public bool IsSharded => Nodes > 1;

    /// <summary>The memory that all processes may take together, in MiB.</summary>
    public long MemoryMb => (Nodes * Limited(CacheMb + FurtherMb))
        + (IsSharded ? Limited(MongoCommand.SmallestCacheMb + FurtherMb) + Limited(FurtherMb) : 0);

    /// <summary>What it is called in results.</summary>
    public string Name => IsSharded ? string.Create(CultureInfo.InvariantCulture, $"private cluster of {Nodes} shards")
        : "private replica set of one";

    /// <summary>How it differs from what the vendor ships.</summary>
    public string Description => Profile == "default"
        ? string.Create(CultureInfo.InvariantCulture, $"vendor's defaults but for the cache: {CacheMb} MiB a server with data")
        : string.Create(CultureInfo.InvariantCulture,
            $"{Profile} (nothing compressed on disk, as before WiredTiger), a cache of {CacheMb} MiB a server with data");

    private long Limited(long mebibytes) => Math.Min(mebibytes, (Limits?.MemoryBytes ?? long.MaxValue) >> 20);
}
