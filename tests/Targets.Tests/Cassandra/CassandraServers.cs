using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Tests.Cassandra;

/// <summary>A distribution to start servers from, and a folder for their files.</summary>
public abstract class CassandraServers : IDisposable
{
    /// <summary>The distribution's folder; null when there is none.</summary>
    protected static readonly string? Home = FindHome();

    private readonly DirectoryInfo _work = Directory.CreateTempSubdirectory("dbingest-test-");

    static CassandraServers()
    {
        // The product finds a distribution by this variable; the tests also look beside the repository.
        if (Home is not null && string.IsNullOrEmpty(Environment.GetEnvironmentVariable("CASSANDRA_HOME")))
        {
            Environment.SetEnvironmentVariable("CASSANDRA_HOME", Home);
        }
    }

    /// <summary>Why there is no server, or null when there is one.</summary>
    public static string? SkipReason => Home is null
        ? "There is no Cassandra distribution: neither CASSANDRA_HOME nor DBINGEST_SERVERS, nor the folder "
            + "../shared/servers/cassandra."
        : null;

    public string WorkFolder => _work.FullName;

    /// <summary>Options for a private server.</summary>
    public TargetOptions Own()
    {
        return new TargetOptions { WorkFolder = WorkFolder };
    }

    public void Dispose()
    {
        Stop();
        _work.Delete(recursive: true);
        GC.SuppressFinalize(this);
    }

    /// <summary>Stops the servers.</summary>
    protected abstract void Stop();

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
            Environment.GetEnvironmentVariable("DBINGEST_SERVERS") is { Length: > 0 } servers ? Path.Combine(servers, "cassandra")
                : null,
            root is null ? null : Path.Combine(root, "..", "shared", "servers", "cassandra"),
        ];
        return Array.Find(homes, h => !string.IsNullOrEmpty(h) && Directory.Exists(Path.Combine(h, "lib")));
    }
}
