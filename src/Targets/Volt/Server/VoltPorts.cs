using System.Net;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Volt.Server;

/// <summary>The ports of a private server, each of which has a default that another server on this machine would want too.</summary>
/// <param name="Client">Of clients.</param>
/// <param name="Admin">Of administrators.</param>
/// <param name="Http">Of HTTP, which is switched off.</param>
/// <param name="Internal">Among nodes.</param>
/// <param name="ZooKeeper">Of the coordination that is built in.</param>
/// <param name="Replication">Of replication to another cluster: the first of three.</param>
internal sealed record VoltPorts(int Client, int Admin, int Http, int Internal, int ZooKeeper, int Replication)
{
    /// <summary>Takes ports that are free.</summary>
    public static VoltPorts Take()
    {
        var free = new FreePorts();
        int Port() => free.Take(IPAddress.Loopback);
        return new(Port(), Port(), Port(), Port(), Port(), Port());
    }
}
