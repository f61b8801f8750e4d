namespace DbIngest.Targets.Tests.Volt;

/// <summary>Finds the distribution that tests start servers from.</summary>
internal static class VoltServers
{
    private static readonly Lazy<string?> Found = new(static () => ServerFolder.Find("voltdb", "VOLTDB_HOME"));

    /// <summary>The distribution; null where there is none.</summary>
    public static string? Home => Found.Value;

    /// <summary>Why there is no server, or null when there is one.</summary>
    public static string? SkipReason => Home is null
        ? "There is no VoltDB: VOLTDB_HOME names none, and there is none in DBINGEST_SERVERS or the folder "
            + "../shared/servers/voltdb." : null;
}
