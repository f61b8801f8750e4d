using DbIngest.Abstractions.Targets;
using DbIngest.Targets.MySql;
using DbIngest.Targets.MySql.Server;

namespace DbIngest.Targets.Tests.MySql;

/// <summary>The MariaDB that tests start: the installed one.</summary>
internal static class MariaDbServers
{
    /// <summary>Why there is none, or null when there is one.</summary>
    public static string? SkipReason { get; } =
        new MariaDbDefinition().Probe(new TargetOptions { WorkFolder = Path.GetTempPath() }) is { IsAvailable: false } missing ? missing.Detail : null;

    /// <summary>What a private server of the tests is.</summary>
    /// <param name="folder">Where its files go.</param>
    public static MySqlPrivateConfiguration Configuration(string folder) => new(MariaDbHome.Find(named: null), "1", BufferPoolMb: 64, folder, Limits: null);
}
