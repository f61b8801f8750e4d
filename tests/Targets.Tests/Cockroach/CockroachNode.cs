using System.Diagnostics;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cockroach;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Tests.Cockroach;

/// <summary>A node of the tests, alone or of a cluster of several.</summary>
internal sealed class CockroachNode : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(3);

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("dbingest-cockroach-");
    private readonly Guardian _guardian;
    private readonly ServerProcess _process;

    /// <summary>Makes a node.</summary>
    /// <param name="port">Where it listens.</param>
    /// <param name="join">The nodes of its cluster; null where it is alone.</param>
    public CockroachNode(int port, string? join = null)
    {
        Port = port;
        _guardian = new Guardian(_folder.FullName, "KILL");
        _process = new ServerProcess(
            _folder.FullName,
            "log",
            ["env", .. join is null ? Array.Empty<string>() : [$"COCKROACH_JOIN={join}"], "COCKROACH_CACHE=64MiB", Script!,
                Path.Combine(_folder.FullName, "data"), $"{port}", $"{TestPort.Free()}"]);
        _process.Start();
    }

    /// <summary>Why there is no server, or null when there is one.</summary>
    public static string? SkipReason => Script is null
        ? "There is no CockroachDB in DBINGEST_SERVERS or the folder ../shared/servers/cockroach." : null;

    /// <summary>The folder of the program.</summary>
    public static string? Home => Path.GetDirectoryName(Script);

    /// <summary>The endpoint of a private server from there.</summary>
    public static string Own => $"?home={Home}";

    public int Port { get; }

    /// <summary>The script that starts a node: <c>start DIR SQL_PORT HTTP_PORT</c>; the program is beside it.</summary>
    private static string? Script { get; } = Find();

    /// <summary>Ends it at once, without a chance to write anything.</summary>
    public void Kill()
    {
        Cassandra.DisturbedTrial.Signal("KILL", _process.Id!.Value);
        _process.WaitForExit(Patience);
    }

    /// <summary>Starts it with the data that it has.</summary>
    public void Start() => _process.Start();

    /// <summary>Makes a cluster of nodes that know each other.</summary>
    public void Initialise() =>
        Repeat(["init"], (code, words) => code == 0 || words.Contains("already been initialized", StringComparison.Ordinal));

    /// <summary>
    /// Waits until every range of the cluster has three replicas, its own tables' too: before that the loss of a node can be the
    /// loss of a range, by which the cluster knows where the others are.
    /// </summary>
    public void AwaitReplication() => Repeat(
        ["sql", "--format=csv",
            "--execute=SELECT count(*) AS few FROM crdb_internal.ranges_no_leases WHERE array_length(replicas, 1) < 3"],
        (code, words) => code == 0 && words.Split('\n', StringSplitOptions.TrimEntries) is ["few", "0", ..]);

    /// <summary>Asks the vendor's program until it says what is waited for.</summary>
    private void Repeat(string[] words, Func<int, string, bool> isEnough)
    {
        for (long started = Stopwatch.GetTimestamp(); ; Thread.Sleep(500))
        {
            using var program = Process.Start(
                new ProcessStartInfo(Path.Combine(Path.GetDirectoryName(Script)!, "cockroach"),
                [.. words, "--insecure", $"--host=127.0.0.1:{Port}"])
                {
                    RedirectStandardError = true,
                    RedirectStandardOutput = true,
                    UseShellExecute = false,
                })!;
            string said = program.StandardOutput.ReadToEnd() + program.StandardError.ReadToEnd();
            program.WaitForExit();
            if (isEnough(program.ExitCode, said))
            {
                return;
            }

            Stopwatch.GetElapsedTime(started).ShouldBeLessThan(Patience, said);
        }
    }

    /// <summary>Waits until it answers.</summary>
    public void AwaitAnswer()
    {
        for (long started = Stopwatch.GetTimestamp(); ; Thread.Sleep(100))
        {
            var now = new CockroachDefinition().Probe(new() { WorkFolder = Path.GetTempPath(), Endpoint = $"127.0.0.1:{Port}" });
            if (now.IsAvailable)
            {
                return;
            }

            string log = ServerProcess.Tail(Path.Combine(_folder.FullName, "log"));
            _process.IsRunning.ShouldBeTrue(log);
            Stopwatch.GetElapsedTime(started).ShouldBeLessThan(Patience, $"{now.Detail} {log}");
        }
    }

    public void Dispose()
    {
        _guardian.Dispose();
        _process.Dispose();
        if (Directory.Exists(_folder.FullName))
        {
            _folder.Delete(recursive: true);
        }
    }

    private static string? Find()
    {
        string? root = AppContext.BaseDirectory;
        while (root is not null && !File.Exists(Path.Combine(root, "DbIngest.sln")))
        {
            root = Path.GetDirectoryName(root);
        }

        string?[] places =
        [
            Environment.GetEnvironmentVariable("DBINGEST_SERVERS") is { Length: > 0 } servers
                ? Path.Combine(servers, "cockroach", "start") : null,
            root is null ? null : Path.GetFullPath(Path.Combine(root, "..", "shared", "servers", "cockroach", "start")),
        ];
        return Array.Find(places, File.Exists);
    }
}

/// <summary>One node, and one private server, for all tests of the collection, which therefore run one after another.</summary>
public sealed class CockroachFixture : IDisposable
{
    private readonly DirectoryInfo _work = Directory.CreateTempSubdirectory("dbingest-cockroach-own-");
    private CockroachNode? _node;
    private ITarget? _own;

    // Where no endpoint is named at all, a private server is found there.
    public CockroachFixture()
    {
        if (CockroachNode.SkipReason is null && Environment.GetEnvironmentVariable("DBINGEST_SERVERS") is null or "")
        {
            Environment.SetEnvironmentVariable("DBINGEST_SERVERS", Path.GetDirectoryName(CockroachNode.Home));
        }
    }

    internal CockroachNode Node
    {
        get
        {
            if (_node is null)
            {
                _node = new CockroachNode(TestPort.Free());
                _node.AwaitAnswer();
            }

            return _node;
        }
    }

    public string Endpoint => $"127.0.0.1:{Node.Port}";

    /// <summary>The private server, kept by a target that does nothing, as another process is told of it.</summary>
    public string PrivateEndpoint => (_own ??= new CockroachDefinition().Open(
        new TargetOptions { WorkFolder = _work.FullName, Endpoint = CockroachNode.Own + "&buckets=2&cache=64M" })).AttachEndpoint;

    public void Dispose()
    {
        _node?.Dispose();
        _own?.Dispose();
        _work.Delete(recursive: true);
    }
}

[CollectionDefinition("cockroach")]
public sealed class CockroachCollection : ICollectionFixture<CockroachFixture>;
