using System.Diagnostics;
using System.Net;
using System.Text.RegularExpressions;
using DbIngest.Core.Targets;
using DbIngest.Targets.Cassandra;
using DbIngest.Wire.Cql;

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

        // Tests start nodes often and write little: without the second compiler a start takes half of the time.
        Environment.SetEnvironmentVariable("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1");
    }

    /// <summary>Why there is no server, or null when there is one.</summary>
    public static string? SkipReason => Home is null
        ? "There is no Cassandra distribution: neither CASSANDRA_HOME nor DBINGEST_SERVERS, nor the folder ../shared/servers/cassandra."
        : null;

    public string WorkFolder => _work.FullName;

    /// <summary>Where the node is.</summary>
    public string Endpoint => (_keeper ??= OpenOwn()).AttachEndpoint;

    /// <summary>Opens a target at the node, or skips the test.</summary>
    /// <param name="options">Options to add to the endpoint, as <c>name=value&amp;...</c>.</param>
    public ITarget Open(string options = "") => new CassandraDefinition().Open(Options(options));

    public TargetOptions Options(string options = "") => Own() with
    {
        Endpoint = Endpoint + (options.Length > 0 ? "&" + options : string.Empty),
        RequestTimeout = TimeSpan.FromSeconds(30),
    };

    /// <summary>Opens a target that takes part in the node, and so starts it again when it died; or skips the test.</summary>
    /// <param name="requestTimeout">How long one request may take; null for half a minute.</param>
    public ITarget OpenOwn(TimeSpan? requestTimeout = null) =>
        new CassandraDefinition().Open(Own() with { Endpoint = "?heap=768M", RequestTimeout = requestTimeout ?? TimeSpan.FromSeconds(30) });

    /// <summary>Options for a server of our own, or skips the test.</summary>
    public TargetOptions Own()
    {
        Skip.If(SkipReason is not null && Environment.GetEnvironmentVariable("CI") != "true", SkipReason);
        SkipReason.ShouldBeNull();
        return new TargetOptions { WorkFolder = WorkFolder };
    }

    /// <summary>A connection to the node.</summary>
    public CqlConnection Connect() => CqlConnection.Open(
        (IPEndPoint)CassandraEndpoint.Parse(Endpoint).Hosts[0], new CqlConnectionOptions());

    /// <summary>What <c>nodetool tablestats</c> says of the table, line by line.</summary>
    public IReadOnlyDictionary<string, string> TableStatistics()
    {
        string node = File.ReadAllText($"/proc/{_keeper!.ServerProcesses().Single()}/cmdline");
        string port = Regex.Match(node, "jmx\\.local\\.port=(?<port>[0-9]+)", RegexOptions.None, TimeSpan.FromSeconds(1)).Groups["port"].Value;
        using var tool = Process.Start(new ProcessStartInfo(Path.Combine(Home!, "bin", "nodetool"), ["-p", port, "tablestats", "dbingest.records"])
        {
            RedirectStandardOutput = true,
            UseShellExecute = false,
        })!;
        var lines = tool.StandardOutput.ReadToEnd().Split('\n').Select(l => l.Split(':', 2, StringSplitOptions.TrimEntries)).Where(w => w.Length == 2).ToList();
        tool.WaitForExit();
        return lines.GroupBy(w => w[0], StringComparer.Ordinal).ToDictionary(g => g.Key, g => g.Last()[1], StringComparer.Ordinal);
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
