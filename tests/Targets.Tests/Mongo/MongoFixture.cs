using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Tests.Mongo;

/// <summary>One server for all tests of the collection, which therefore run one after another.</summary>
public sealed class MongoFixture : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("dbingest-mongo-");
    private FerretServer? _server;

    public MongoFixture()
    {
        // Where no endpoint is given the product looks for mongod on the PATH.
        if (MongoServers.NoFerret is null)
        {
            string bin = Path.Combine(MongoServers.StandIn(_folder.FullName), "bin");
            Environment.SetEnvironmentVariable("PATH", $"{bin}{Path.PathSeparator}{Environment.GetEnvironmentVariable("PATH")}");
        }
    }

    /// <summary>Where it is.</summary>
    public string Endpoint => MongoServers.Named ?? $"mongodb://127.0.0.1:{(_server ??= new FerretServer()).Port}/dbingest";

    /// <summary>The folder of the stand-in for <c>mongod</c>.</summary>
    public string StandIn => _folder.FullName;

    /// <summary>Options for a target.</summary>
    /// <param name="options">Options to add to the endpoint, as <c>name=value&amp;...</c>.</param>
    public TargetOptions Options(string options = "")
    {
        return new TargetOptions
        {
            WorkFolder = Path.Combine(_folder.FullName, "work"),
            Endpoint = options.Length == 0 ? Endpoint
                : $"{Endpoint}{(Endpoint.Contains('?', StringComparison.Ordinal) ? '&' : '?')}{options}",
            Password = MongoServers.Password,
            RequestTimeout = TimeSpan.FromSeconds(30),
        };
    }

    public void Dispose()
    {
        _server?.Dispose();
        _folder.Delete(recursive: true);
    }
}

[CollectionDefinition("mongodb")]
public sealed class MongoTestCollection : ICollectionFixture<MongoFixture>;
