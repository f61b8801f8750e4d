using System.Net;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Targets.Volt.Server;
using DbIngest.Wire.Volt;

namespace DbIngest.Targets.Volt;

/// <summary>A private VoltDB server on loopback.</summary>
internal sealed class PrivateVolt : IDisposable
{
    private static readonly TimeSpan ReadyTimeout = TimeSpan.FromSeconds(5);

    private PrivateVolt(VoltConfiguration configuration, OwnServer server, VoltPlace place, VoltPorts ports)
    {
        Configuration = configuration;
        Server = server;
        Place = place;
        Ports = ports;
    }

    /// <summary>What it is.</summary>
    public VoltConfiguration Configuration { get; }

    /// <summary>Its process and files.</summary>
    public OwnServer Server { get; }

    /// <summary>Where it is.</summary>
    public VoltPlace Place { get; }

    /// <summary>All of its ports.</summary>
    public VoltPorts Ports { get; }

    /// <summary>Makes and starts a server.</summary>
    /// <param name="configuration">What it is to be.</param>
    /// <param name="say">Is told that it is started.</param>
    /// <param name="cancellation">Ends the start early.</param>
    /// <exception cref="TargetException">It does not start.</exception>
    public static PrivateVolt Start(VoltConfiguration configuration, Action<string> say, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        string folder = OwnServer.MakeFolder(configuration.WorkFolder, VoltDefinition.Database);
        var ports = VoltPorts.Take();
        var place = new VoltPlace([new IPEndPoint(IPAddress.Loopback, ports.Client)], User: null);
        var probe = new VoltServer(place, new VoltConnectionOptions { Server = place.Nodes[0], ConnectTimeout = ReadyTimeout, RequestTimeout = ReadyTimeout });
        say($"Starting a private server of VoltDB from {configuration.Home.Archive}; it keeps all records in memory.");
        var plan = new OwnServerPlan("VoltDB", folder, configuration.Command(folder, ports), () => configuration.Write(folder), probe.IsReady, configuration.Limits) { Logs = ["root/log/volt.log"] };
        return new(configuration, OwnServer.Start(plan, cancellation), place, ports);
    }

    /// <summary>Starts it again when it died; what it had is gone then.</summary>
    /// <param name="cancellation">Ends the waiting early.</param>
    /// <param name="mayForget">Whether one that does not start with the files that it has is started without.</param>
    public void EnsureRunning(CancellationToken cancellation, bool mayForget = false) => Server.EnsureRunning(cancellation, mayForget);

    /// <inheritdoc/>
    public void Dispose() => Server.Dispose();
}
