using DbIngest.Core.Targets;
using DbIngest.Targets.InfluxDb;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Tests.InfluxDb;

/// <summary>One private server for all tests of the collection, kept by a target that does nothing.</summary>
public sealed class InfluxFixture : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("dbingest-influxdb-");
    private ITarget? _server;

    /// <summary>Why there is no server, or null when there is one.</summary>
    public static string? SkipReason { get; } = Programs.OnPath("influxd") is null ? "There is no influxd on the PATH (Debian: apt-get install influxdb)." : null;

    /// <summary>The folder of all servers here.</summary>
    public string Folder => _folder.FullName;

    /// <summary>Where it is; null where there is none.</summary>
    public string? Endpoint => SkipReason is null ? (_server ??= Open("?cache=1G")).AttachEndpoint : null;

    /// <summary>Opens a target, or skips the test.</summary>
    /// <param name="endpoint">Its endpoint; one without a server gets a private one.</param>
    /// <param name="password">The password.</param>
    public ITarget Open(string endpoint, string? password = null)
    {
        Requirement.SkipUnlessThere("influxdb", SkipReason);
        return new InfluxDefinition().Open(new TargetOptions
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

[CollectionDefinition("influxdb")]
public sealed class InfluxTestCollection : ICollectionFixture<InfluxFixture>;
