using DbIngest.Abstractions.Targets;
using DbIngest.Targets.MySql;
using DbIngest.Targets.MySql.Server;

namespace DbIngest.Targets.Tests.MySql;

/// <summary>The MariaDB that tests start: the installed one.</summary>
internal static class MariaDbServers
{
    /// <summary>Why there is none, or null when there is one.</summary>
    public static string? SkipReason { get; } =
        new MariaDbDefinition().Probe(new TargetOptions { WorkFolder = Path.GetTempPath() }) is { IsAvailable: false } missing
            ? missing.Detail : null;

    /// <summary>What a private server of the tests is.</summary>
    /// <param name="folder">Where its files go.</param>
    /// <param name="further">Options by which it listens on the network; null for the socket alone.</param>
    public static MariaDbPlan Plan(string folder, string? further = null) =>
        new(MariaDbHome.Find(named: null), "1", BufferPoolMb: 64, Connections: null, further, folder, Limits: null);
}
