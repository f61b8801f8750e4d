using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Neo4j;

namespace DbIngest.Targets.Tests.Neo4j;

/// <summary>One private server for all tests of the collection, kept by a target that does nothing.</summary>
public sealed class Neo4jFixture : IDisposable
{
    /// <summary>A small server that starts fast and makes a checkpoint every second.</summary>
    private const string Small = "?heap=320M&page_cache=64M&checkpoint=1&jvm=-XX:TieredStopAtLevel=1%20-XX:+UseSerialGC";

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("dbingest-neo4j-");
    private ITarget? _server;

    public Neo4jFixture() => Environment.SetEnvironmentVariable("NEO4J_HOME", Neo4jServers.Home);

    /// <summary>Where it is.</summary>
    public string Endpoint => (_server ??= Own()).AttachEndpoint;

    /// <summary>Options for a target at the shared server as somebody else's.</summary>
    /// <param name="options">Options of the endpoint, without the question mark.</param>
    public TargetOptions Options(string options = "")
    {
        return new TargetOptions
        {
            WorkFolder = _folder.FullName,
            Endpoint = options.Length > 0 ? $"{Endpoint}?{options}"
            : Endpoint,
            RequestTimeout = TimeSpan.FromSeconds(60)
        };
    }

    /// <summary>A target that shares the server as its own.</summary>
    /// <param name="options">Options of the endpoint beside those of the server.</param>
    public ITarget Own(string options = "")
    {
        return new Neo4jDefinition().Open(new TargetOptions
        {
            WorkFolder = _folder.FullName,
            Endpoint = options.Length > 0 ? $"{Small}&{options}" : Small,
            RequestTimeout = TimeSpan.FromSeconds(60),
        });
    }

    public void Dispose()
    {
        _server?.Dispose();
        _folder.Delete(recursive: true);
    }
}

[CollectionDefinition("neo4j")]
public sealed class Neo4jTestCollection : ICollectionFixture<Neo4jFixture>;
