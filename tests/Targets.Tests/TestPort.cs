using System.Net;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Tests;

/// <summary>Ports for servers that are not this process.</summary>
internal static class TestPort
{
    /// <summary>One that is free now, and that no outgoing connection takes before the server does.</summary>
    public static int Free() => new FreePorts().Take(IPAddress.Loopback);
}
