using DbIngest.Core.Targets;
using DbIngest.Targets.Cassandra;

namespace DbIngest.Targets.Tests.Cassandra;

/// <summary>One node of our own for all tests of the collection, which therefore run one after another.</summary>
public sealed class CassandraFixture : IDisposable
{
    private static readonly string? Home = FindHome();
    private readonly DirectoryInfo _work = Directory.CreateTempSubdirectory("dbingest-test-");
    private ITarget? _keeper;

    public CassandraFixture()
    {
        // The product finds a distribution by this variable; the tests also look beside the repository.
        if (Home is not null && string.IsNullOrEmpty(Environment.GetEnvironmentVariable("CASSANDRA_HOME")))
        {
            Environment.SetEnvironmentVariable("CASSANDRA_HOME", Home);
        }
    }

    /// <summary>Why there is no server, or null when there is one.</summary>
    public static string? SkipReason => Home is null
        ? "There is no Cassandra distribution: neither CASSANDRA_HOME nor DBINGEST_SERVERS, nor the folder ../shared/servers/cassandra."
        : null;

    public string WorkFolder => _work.FullName;

    /// <summary>Where the node is.</summary>
    public string Endpoint
    {
        get
        {
            _keeper ??= new CassandraDefinition().Open(new TargetOptions { WorkFolder = WorkFolder, Endpoint = "?nodes=1&heap=768M" });
            return _keeper.AttachEndpoint;
        }
    }

    /// <summary>Opens a target at the node, or skips the test.</summary>
    /// <param name="options">Options to add to the endpoint, as <c>name=value&amp;...</c>.</param>
    public ITarget Open(string options = "") => new CassandraDefinition().Open(Options(options));

    public TargetOptions Options(string options = "")
    {
        Skip.If(SkipReason is not null && Environment.GetEnvironmentVariable("CI") != "true", SkipReason);
        SkipReason.ShouldBeNull();
        return new TargetOptions
        {
            WorkFolder = WorkFolder,
            Endpoint = Endpoint + (options.Length > 0 ? "&" + options : string.Empty),
            RequestTimeout = TimeSpan.FromSeconds(30),
        };
    }

    public void Dispose()
    {
        _keeper?.Dispose();
        _work.Delete(recursive: true);
    }

    private static string? FindHome()
    {
        string? root = AppContext.BaseDirectory;
        while (root is not null && !File.Exists(Path.Combine(root, "DbIngest.sln")))
        {
            root = Path.GetDirectoryName(root);
        }

        string?[] homes =
        [
            Environment.GetEnvironmentVariable("CASSANDRA_HOME"),
            Environment.GetEnvironmentVariable("DBINGEST_SERVERS") is { Length: > 0 } servers ? Path.Combine(servers, "cassandra") : null,
            root is null ? null : Path.Combine(root, "..", "shared", "servers", "cassandra"),
        ];
        return Array.Find(homes, h => !string.IsNullOrEmpty(h) && Directory.Exists(Path.Combine(h, "lib")));
    }
}

[CollectionDefinition("cassandra")]
public sealed class CassandraCollection : ICollectionFixture<CassandraFixture>;
