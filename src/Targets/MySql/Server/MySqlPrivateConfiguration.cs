using System.Globalization;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.MySql.Server;

/// <summary>What decides which private server is meant: equal ones are shared.</summary>
/// <param name="Home">The programs.</param>
/// <param name="FlushAtCommit">Its <c>innodb_flush_log_at_trx_commit</c>, which is the contract.</param>
/// <param name="BufferPoolMb">Its <c>innodb_buffer_pool_size</c>; null for the server's default.</param>
/// <param name="WorkFolder">Where its files go.</param>
/// <param name="Limits">What it may take at most; null for no limit.</param>
internal sealed record MySqlPrivateConfiguration(MariaDbHome Home, string FlushAtCommit, int? BufferPoolMb, string WorkFolder, ServerLimits? Limits)
{
    /// <summary>Sessions that the server lets in as shipped.</summary>
    private const int ShippedSessions = 151;

    /// <summary>Sessions of the product's own beside those of writers.</summary>
    private const int FurtherSessions = 20;

    /// <summary>How many writers connect at once; null where that is not known.</summary>
    public int? Connections { get; init; }

    /// <summary>How it differs from what the vendor ships, its contract apart.</summary>
    public string Description => BufferPoolMb is { } mb
        ? string.Create(CultureInfo.InvariantCulture, $"tuned: innodb_buffer_pool_size={mb}M")
        : TargetDescription.ShippedConfiguration;

    /// <summary>The options that the server is started with beside its places.</summary>
    public IReadOnlyList<string> Options =>
    [
        $"--innodb-flush-log-at-trx-commit={FlushAtCommit}",
        .. BufferPoolMb is { } mb ? [string.Create(CultureInfo.InvariantCulture, $"--innodb-buffer-pool-size={mb}M")] : Array.Empty<string>(),
        .. Connections + FurtherSessions > ShippedSessions ? [string.Create(CultureInfo.InvariantCulture, $"--max-connections={Connections + FurtherSessions}")] : Array.Empty<string>(),
    ];
}
