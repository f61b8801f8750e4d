using System.Diagnostics;
using System.Globalization;
using System.Net;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Tests.Couchbase;

/// <summary>The SDK makers' mock, of one node with fixed ports.</summary>
internal sealed class MockServer : IDisposable
{
    public const string Bucket = "bench";

    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("dbingest-couchbase-");
    private readonly Guardian _guardian;
    private readonly ServerProcess _process;

    /// <summary>Starts it.</summary>
    public MockServer()
    {
        Port = TestPort.Free();
        ManagementPort = TestPort.Free();
        _guardian = new Guardian(_folder.FullName, "KILL");
        _process = new ServerProcess(
            _folder.FullName,
            "log",
            [
                Path.Combine(CouchbaseServers.MockHome, "start"),
                ManagementPort.ToString(CultureInfo.InvariantCulture),
                string.Create(CultureInfo.InvariantCulture, $"{Bucket}:{CouchbaseServers.Password.Reveal()}:{Port}"),
                "64",
            ]);
        Start();
    }

    public int Port { get; }

    public int ManagementPort { get; }

    public IPEndPoint Server => new(IPAddress.Loopback, Port);

    /// <summary>Where it is.</summary>
    public string Endpoint => string.Create(CultureInfo.InvariantCulture, $"couchbase://127.0.0.1:{Port}/{Bucket}");

    /// <summary>Ends it at once. What it had is gone.</summary>
    public void Kill()
    {
        Cassandra.DisturbedTrial.Signal("KILL", _process.Id!.Value);
        _process.WaitForExit(Patience);
    }

    /// <summary>Starts it, empty.</summary>
    public void Start()
    {
        _process.Start();
        for (long started = Stopwatch.GetTimestamp(); !Answers(); Thread.Sleep(50))
        {
            Stopwatch.GetElapsedTime(started)
                .ShouldBeLessThan(Patience, ServerProcess.Tail(Path.Combine(_folder.FullName, "log")));
        }
    }

    /// <summary>Gives it one of its commands (<c>/mock/help</c>).</summary>
    public void Command(string command)
    {
        using var client = new HttpClient();
        using var request = new HttpRequestMessage(HttpMethod.Get,
            string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{ManagementPort}/mock/{command}"));
        using var response = client.Send(request);
        using var reader = new StreamReader(response.Content.ReadAsStream());
        reader.ReadToEnd().ShouldContain("\"ok\"");
    }

    public void Dispose()
    {
        // The guardian knows a process by its folder in the command line, and the mock's has none.
        if (_process.Id is not null)
        {
            Kill();
        }

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
            var options = new KvConnectionOptions
            {
                Credentials =
                new KvCredentials("Administrator", CouchbaseServers.Password.Reveal),
                Bucket = Bucket
            };
            using var connection = KvConnection.Open(Server, options);
            return connection.ClusterConfig().Length > 0;
        }
        catch (WireException)
        {
            return false;
        }
    }
}
