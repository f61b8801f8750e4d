using DbIngest.Core.Targets;
using DbIngest.Targets.ClickHouse;
using DbIngest.Targets.ClickHouse.Server;

namespace DbIngest.Targets.Tests.ClickHouse;

/// <summary>One private server for all tests of the collection, kept by a target that does nothing.</summary>
public sealed class ClickHouseFixture : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("dbingest-clickhouse-");
    private ITarget? _server;

    /// <summary>Why there is no server, or null when there is one.</summary>
    public static string? SkipReason { get; } =
        Record.Exception(() => ClickHouseConfiguration.Find(null)) is null ? null : "There is no clickhouse-server on the PATH (Debian: apt-get install clickhouse-server).";

    /// <summary>Where it is; null where there is none.</summary>
    public string? Endpoint => SkipReason is null ? (_server ??= Open("?table=kept")).AttachEndpoint.Split('?')[0] : null;

    /// <summary>Opens a target, or skips the test.</summary>
    /// <param name="endpoint">Its endpoint; one without a server gets a private one.</param>
    /// <param name="password">The password.</param>
    public ITarget Open(string endpoint, string? password = null)
    {
        Requirement.SkipUnlessThere("clickhouse", SkipReason);
        return new ClickHouseDefinition().Open(new TargetOptions
        {
            WorkFolder = _folder.FullName,
            Endpoint = endpoint,
            Password = password is null ? null : new Secret(password),
            RequestTimeout = TimeSpan.FromSeconds(30),
        });
    }

    public void Dispose()
    {
        _server?.Dispose();
        _folder.Delete(recursive: true);
    }
}

[CollectionDefinition("clickhouse")]
public sealed class ClickHouseTestCollection : ICollectionFixture<ClickHouseFixture>;
