using System.Net;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Cql;

namespace DbIngest.Targets.Cassandra.Server;

/// <summary>A private node: one Java process.</summary>
internal sealed class CassandraPrivateNode : IDisposable
{
    private const string OutputLog = "stdout.log";

    private readonly NodeConfiguration _configuration;
    private readonly ServerProcess _process;

    public CassandraPrivateNode(CassandraHome home, NodeConfiguration configuration)
    {
        _configuration = configuration;
        _process = new ServerProcess(configuration.Folder, OutputLog, CassandraCommand.Of(home.Folder, home.Java, configuration),
            configuration.Limits);
        Server = new IPEndPoint(IPAddress.Parse(configuration.Address), configuration.NativePort);
    }

    public IPEndPoint Server { get; }

    public string? Limits => _process.Limits;

    public bool IsRunning => _process.IsRunning;

    public int? ProcessId => _process.Id;

    /// <summary>Starts the process; it takes some seconds until it answers.</summary>
    public void Start()
    {
        foreach (string name in CassandraCommand.Folders)
        {
            Directory.CreateDirectory(Path.Combine(_configuration.Folder, name));
        }

        File.WriteAllText(Path.Combine(_configuration.Folder, CassandraCommand.ConfigurationFile), _configuration.Yaml);
        _process.Start();
    }

    /// <summary>Whether it answers clients.</summary>
    /// <exception cref="TargetException">It has ended.</exception>
    public bool IsReady()
    {
        if (!IsRunning)
        {
            throw new TargetException($"The Cassandra node at {Server} does not start: {LastOfLog()}", isUnreachable: true);
        }

        try
        {
            CqlConnection.Open(Server, new CqlConnectionOptions { RequestTimeout = TimeSpan.FromSeconds(10) }).Dispose();
            return true;
        }
        catch (WireException)
        {
            return false;
        }
    }

    /// <summary>Ends the process, letting it write what it still holds if it can: it may be stopped, or hang.</summary>
    public void End() => _process.End();

    public void Dispose() => _process.Dispose();

    /// <summary>What its log says went wrong, and where it got to.</summary>
    public string LastOfLog() => ServerProcess.Tail(Path.Combine(_configuration.Folder, "logs", "system.log"),
        Path.Combine(_configuration.Folder, OutputLog));
}
