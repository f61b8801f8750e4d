using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cockroach.Sessions;
using DbIngest.Targets.Servers;
using DbIngest.Wire.Pg;

namespace DbIngest.Targets.Cockroach.Server;

/// <summary>A private node: one process, on loopback.</summary>
/// <param name="configuration">What it is to be.</param>
/// <param name="folder">Its folder.</param>
/// <param name="port">The port for clients and other nodes.</param>
/// <param name="httpPort">The port of its console.</param>
/// <param name="join">Nodes of its cluster; null for a node alone.</param>
internal sealed class CockroachPrivateNode(ClusterConfiguration configuration, string folder, int port, int httpPort, string? join) : IDisposable
{
    public const string Host = "127.0.0.1";

    private const string OutputLog = "stdout.log";
    private static readonly TimeSpan AnswerPatience = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan EndPatience = TimeSpan.FromSeconds(2);

    private readonly ServerProcess _process = new(
        folder, OutputLog, CockroachCommand.Node(configuration.Program, folder, Name(port), Name(httpPort), join, configuration.CacheMb, configuration.SqlMb), configuration.Limits);

    private readonly CockroachCluster _self = new(CockroachEndpoint.Parse(null).At([(Host, port)]), password: null, AnswerPatience);

    /// <summary>Host and port.</summary>
    public string Server => Name(port);

    /// <summary>Where it is.</summary>
    public (string Host, int Port) Place => (Host, port);

    public string? Limits => _process.Limits;

    public int? ProcessId => _process.Id;

    public bool IsRunning => _process.IsRunning;

    /// <summary>Host and port of a node.</summary>
    /// <param name="port">Its port.</param>
    public static string Name(int port) => string.Create(CultureInfo.InvariantCulture, $"{Host}:{port}");

    /// <summary>Starts the process, with the data that it has.</summary>
    public void Start()
    {
        Directory.CreateDirectory(folder);
        _process.Start();
    }

    /// <summary>Whether it runs. One that was just killed may not be known to have ended yet: where it does not answer, it is given the time for it.</summary>
    public bool IsUp() => IsRunning && (Answers() || !_process.WaitForExit(EndPatience));

    /// <summary>Whether it answers clients.</summary>
    public bool Answers() => LiveNodes() is not null;

    /// <summary>The nodes, itself among them, that it takes for alive; null where it does not answer.</summary>
    public long? LiveNodes() => Asked(CockroachRanges.LiveNodes);

    /// <summary>Ranges that have fewer replicas than so many; null where it does not answer.</summary>
    /// <param name="replicas">How many.</param>
    public long? RangesBelow(int replicas) => Asked(connection => CockroachRanges.Below(connection, replicas));

    /// <summary>Fails where it has ended.</summary>
    /// <exception cref="TargetException">It has.</exception>
    public void EnsureStarting()
    {
        if (!IsRunning)
        {
            throw new TargetException($"The CockroachDB node at {Server} does not start: {LastOfLog()}", isUnreachable: true);
        }
    }

    /// <summary>Ends it at once.</summary>
    public void Kill() => _process.Kill();

    /// <summary>Removes all that it has; it does not run.</summary>
    public void Forget()
    {
        if (Directory.Exists(folder))
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    /// <summary>What its logs say went wrong, and where it got to.</summary>
    public string LastOfLog() => ServerProcess.Tail(Path.Combine(folder, CockroachCommand.Log), Path.Combine(folder, OutputLog));

    public void Dispose() => _process.Dispose();

    private long? Asked(Func<PgConnection, long> question)
    {
        try
        {
            return _self.Run("The node does not answer", question);
        }
        catch (TargetException)
        {
            return null;
        }
    }
}
