using System.Diagnostics;
using System.Net;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Tests.Mongo;

/// <summary>A FerretDB of a test.</summary>
internal sealed class FerretServer : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(1);

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("dbingest-ferret-");
    private readonly Guardian _guardian;
    private readonly ServerProcess _process;

    /// <summary>Starts it.</summary>
    /// <param name="environment">Variables of its start script, as <c>NAME=VALUE</c>.</param>
    public FerretServer(params IReadOnlyList<string> environment)
    {
        Port = TestPort.Free();
        _guardian = new Guardian(_folder.FullName, "KILL");
        _process = new ServerProcess(
            _folder.FullName, "log",
                ["env", .. environment, MongoServers.Script, Path.Combine(_folder.FullName, "data"), $"{Port}"]);
        Start();
    }

    public int Port { get; }

    public IPEndPoint Server => new(IPAddress.Loopback, Port);

    public int Process => _process.Id!.Value;

    /// <summary>Ends it at once, without a chance to write anything.</summary>
    public void Kill()
    {
        Cassandra.DisturbedTrial.Signal("KILL", Process);
        _process.WaitForExit(Patience);
    }

    /// <summary>Starts it with the data that it has.</summary>
    public void Start()
    {
        _process.Start();
        for (long started = Stopwatch.GetTimestamp(); !Answers(); Thread.Sleep(50))
        {
            _process.IsRunning.ShouldBeTrue(ServerProcess.Tail(Path.Combine(_folder.FullName, "log")));
            Stopwatch.GetElapsedTime(started)
                .ShouldBeLessThan(Patience, ServerProcess.Tail(Path.Combine(_folder.FullName, "log")));
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

    private bool Answers()
    {
        try
        {
            MongoConnection.Open(Server, new MongoConnectionOptions()).Dispose();
            return true;
        }
        catch (WireException)
        {
            return false;
        }
    }
}
