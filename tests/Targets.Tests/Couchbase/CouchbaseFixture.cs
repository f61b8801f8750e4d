using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Tests.Couchbase;

/// <summary>One server for all tests of the collection, which therefore run one after another.</summary>
public sealed class CouchbaseFixture : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("dbingest-couchbase-tests-");
    private MockServer? _server;

    /// <summary>Where it is.</summary>
    public string Endpoint => CouchbaseServers.Named ?? Mock.Endpoint;

    internal MockServer Mock => _server ??= new MockServer();

    /// <summary>Options for a target.</summary>
    /// <param name="options">Options to add to the endpoint, as <c>name=value&amp;...</c>.</param>
    public TargetOptions Options(string options = "")
    {
        return new TargetOptions
        {
            WorkFolder = Path.Combine(_folder.FullName, "work"),
            Endpoint = options.Length == 0 ? Endpoint
                : $"{Endpoint}{(Endpoint.Contains('?', StringComparison.Ordinal) ? '&' : '?')}{options}",
            Password = CouchbaseServers.Password,
            RequestTimeout = TimeSpan.FromSeconds(30),
        };
    }

    public void Dispose()
    {
        _server?.Dispose();
        _folder.Delete(recursive: true);
    }
}

[CollectionDefinition("couchbase")]
public sealed class CouchbaseTestCollection : ICollectionFixture<CouchbaseFixture>;
