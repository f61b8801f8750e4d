using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Targets.Volt;

namespace DbIngest.Targets.Tests.Volt;

/// <summary>One private server for all tests of the collection, kept by a target that does nothing.</summary>
public sealed class VoltFixture : IDisposable
{
    /// <summary>A small server.</summary>
    private const string Small = "?heap=384M&sites=2";

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("dbingest-voltdb-");
    private ITarget? _server;

    public VoltFixture() => Environment.SetEnvironmentVariable("VOLTDB_HOME", VoltServers.Home);

    /// <summary>Where it is.</summary>
    public string Endpoint => (_server ??= Own()).AttachEndpoint;

    /// <summary>Its port for administrators.</summary>
    public int AdminPort => ((IServerTarget)(_server ??= Own())).PrivateServer!.Layout.Nodes[0].Listens[1].Port;

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

    /// <summary>A target that has a server of its own unless one of the same options runs.</summary>
    /// <param name="options">Options of the endpoint beside those of the server.</param>
    /// <param name="durability">The contract; null for the default.</param>
    public ITarget Own(string options = "", string? durability = null)
    {
        return new VoltDefinition().Open(new TargetOptions
        {
            WorkFolder = _folder.FullName,
            Endpoint = options.Length > 0 ? $"{Small}&{options}" : Small,
            Durability = durability,
            RequestTimeout = TimeSpan.FromSeconds(60),
        });
    }

    public void Dispose()
    {
        _server?.Dispose();
        _folder.Delete(recursive: true);
    }
}

[CollectionDefinition("voltdb")]
public sealed class VoltTestCollection : ICollectionFixture<VoltFixture>;
