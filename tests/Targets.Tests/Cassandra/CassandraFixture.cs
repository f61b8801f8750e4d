using System.Diagnostics;
using System.Text.RegularExpressions;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cassandra;
using DbIngest.Targets.Cassandra.Endpoints;
using DbIngest.Wire.Cql;

namespace DbIngest.Targets.Tests.Cassandra;

/// <summary>One private node for all tests of the collection, which therefore run one after another.</summary>
public sealed class CassandraFixture : CassandraServers
{
    private ITarget? _keeper;

    /// <summary>Where the node is.</summary>
    public string Endpoint
    {
        get
        {
            PrivateNode();
            return _keeper!.AttachEndpoint + "?rf=1";
        }
    }

    /// <summary>Options for a target at the node.</summary>
    /// <param name="options">Options to add to the endpoint, as <c>name=value&amp;...</c>.</param>
    public TargetOptions Options(string options = "") => Own() with
    {
        Endpoint = Endpoint + (options.Length > 0 ? "&" + options : string.Empty),
        RequestTimeout = TimeSpan.FromSeconds(30),
    };

    /// <summary>Options for a target that takes part in the node, and so starts it again when it died.</summary>
    /// <param name="requestTimeout">How long one request may take; null for half a minute.</param>
    public TargetOptions PrivateNode(TimeSpan? requestTimeout = null)
    {
        var options = Own() with { Endpoint = "?heap=768M", RequestTimeout = requestTimeout ?? TimeSpan.FromSeconds(30) };
        _keeper ??= new CassandraDefinition().Open(options);
        return options;
    }

    /// <summary>A connection to the node.</summary>
    public CqlConnection Connect() => CqlConnection.Open(
        CassandraEndpoint.Parse(Endpoint).Address!.Server, new CqlConnectionOptions());

    /// <summary>From now on a quorum is more nodes than there are; the next table is prepared as ever.</summary>
    public void WantThreeCopies()
    {
        using var connection = Connect();
        string dataCenter = connection.Query("SELECT data_center FROM system.local")[0].Text("data_center");
        connection.Query($"ALTER KEYSPACE dbingest WITH replication = {{'class': 'NetworkTopologyStrategy', '{dataCenter}': 3}}");
    }

    /// <summary>What <c>nodetool tablestats</c> says of the table, line by line.</summary>
    public IReadOnlyDictionary<string, string> TableStatistics()
    {
        string node = File.ReadAllText($"/proc/{_keeper!.ServerProcesses().Single()}/cmdline");
        string port = Regex.Match(node, "jmx\\.local\\.port=(?<port>[0-9]+)", RegexOptions.None, TimeSpan.FromSeconds(1))
            .Groups["port"].Value;
        using var tool = Process.Start(
            new ProcessStartInfo(Path.Combine(Home!, "bin", "nodetool"), ["-p", port, "tablestats", "dbingest.records"])
            {
                RedirectStandardOutput = true,
                UseShellExecute = false,
            })!;
        var lines = tool.StandardOutput.ReadToEnd().Split('\n').Select(l => l.Split(':', 2, StringSplitOptions.TrimEntries))
            .Where(w => w.Length == 2).ToList();
        tool.WaitForExit();
        return lines.GroupBy(w => w[0], StringComparer.Ordinal)
            .ToDictionary(g => g.Key, g => g.Last()[1], StringComparer.Ordinal);
    }

    protected override void Stop() => _keeper?.Dispose();
}

[CollectionDefinition("cassandra")]
public sealed class CassandraCollection : ICollectionFixture<CassandraFixture>;
