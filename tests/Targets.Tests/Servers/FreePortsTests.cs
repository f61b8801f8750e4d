using System.Net;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Tests.Servers;

public sealed class FreePortsTests
{
    /// <summary>An address for documents is no machine's own, so that no port of it can be bound.</summary>
    [Fact]
    public void Take_NoneFree_SaysSo() =>
        Should.Throw<TargetException>(() => new FreePorts().Take(IPAddress.Parse("192.0.2.1"))).Message
            .ShouldStartWith("No port from 12000 to 29999 is free on 192.0.2.1;");
}
