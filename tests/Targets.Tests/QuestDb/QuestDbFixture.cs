using DbIngest.Core.Targets;
using DbIngest.Targets.QuestDb;

namespace DbIngest.Targets.Tests.QuestDb;

/// <summary>One private server for all tests of the collection, kept by a target that does nothing.</summary>
public sealed class QuestDbFixture : IDisposable
{
    private static readonly string? Home = ServerFolder.Find("questdb", "QUESTDB_HOME");

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("dbingest-questdb-");
    private ITarget? _server;

    public QuestDbFixture() => Environment.SetEnvironmentVariable("QUESTDB_HOME", Home);

    /// <summary>Why there is no server, or null when there is one.</summary>
    public static string? SkipReason => Home is null ? "There is no QuestDB: QUESTDB_HOME names none, and there is none in DBINGEST_SERVERS or the folder ../shared/servers/questdb." : null;

    /// <summary>Where it is; null where there is none.</summary>
    public string? Endpoint => SkipReason is null ? (_server ??= Start("?heap=512M")).AttachEndpoint : null;

    /// <summary>Starts a server of its own for a test, or skips the test.</summary>
    /// <param name="endpoint">Its options.</param>
    /// <param name="durability">The contract.</param>
    public ITarget Start(string endpoint, string? durability = null)
    {
        Requirement.SkipUnlessThere("questdb", SkipReason);
        return new QuestDbDefinition().Open(new TargetOptions
        {
            WorkFolder = _folder.FullName,
            Endpoint = endpoint,
            Durability = durability,
            RequestTimeout = TimeSpan.FromSeconds(30),
        });
    }

    /// <summary>Options for a target at the shared server, or skips the test.</summary>
    public TargetOptions Options()
    {
        Requirement.SkipUnlessThere("questdb", SkipReason);
        return new TargetOptions { WorkFolder = _folder.FullName, Endpoint = Endpoint, RequestTimeout = TimeSpan.FromSeconds(30) };
    }

    public void Dispose()
    {
        _server?.Dispose();
        _folder.Delete(recursive: true);
    }
}

[CollectionDefinition("questdb")]
public sealed class QuestDbTestCollection : ICollectionFixture<QuestDbFixture>;
