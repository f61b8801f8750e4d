using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Tests.Couchbase;

/// <summary>
/// A server that speaks Couchbase's protocol: the SDK makers' mock, which keeps documents in memory. Where
/// DBINGEST_COUCHBASE_ENDPOINT names a real cluster, that is used instead.
/// </summary>
public static class CouchbaseServers
{
    private static readonly string? Home = FindHome();

    /// <summary>The endpoint that the environment names; null where it names none.</summary>
    public static string? Named { get; } =
        Environment.GetEnvironmentVariable("DBINGEST_COUCHBASE_ENDPOINT") is { Length: > 0 } named ? named : null;

    /// <summary>The password, the mock's where no cluster is named.</summary>
    public static Secret Password { get; } = new(
        Environment.GetEnvironmentVariable("DBINGEST_COUCHBASE_PASSWORD") is { Length: > 0 } password ? password : "password");

    /// <summary>Why there is no server, or null when there is one.</summary>
    public static string? SkipReason => Home is null && Named is null
        ? "There is no server that speaks Couchbase's protocol: DBINGEST_COUCHBASE_ENDPOINT names none, and there is no mock "
            + "in DBINGEST_SERVERS or the folder ../shared/servers/couchbase-mock."
        : null;

    /// <summary>Why there is no mock that a test may start and kill, or null when there is one.</summary>
    public static string? NoMock => Home is null
        ? "There is no mock of Couchbase in DBINGEST_SERVERS or the folder ../shared/servers/couchbase-mock." : null;

    /// <summary>The folder of the mock.</summary>
    public static string MockHome => Home!;

    private static string? FindHome()
    {
        string? root = AppContext.BaseDirectory;
        while (root is not null && !File.Exists(Path.Combine(root, "DbIngest.sln")))
        {
            root = Path.GetDirectoryName(root);
        }

        string?[] places =
        [
            Environment.GetEnvironmentVariable("DBINGEST_SERVERS") is { Length: > 0 } servers
                ? Path.Combine(servers, "couchbase-mock") : null,
            root is null ? null : Path.GetFullPath(Path.Combine(root, "..", "shared", "servers", "couchbase-mock")),
        ];
        return Array.Find(places, place => place is not null && File.Exists(Path.Combine(place, "start")));
    }
}
