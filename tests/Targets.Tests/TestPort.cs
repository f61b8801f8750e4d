using System.Net;
using System.Net.Sockets;

namespace DbIngest.Targets.Tests;

/// <summary>Ports for servers of the tests.</summary>
internal static class TestPort
{
    /// <summary>One that is free now.</summary>
    public static int Free()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
