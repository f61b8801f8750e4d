using System.Net;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Tests.Servers;

public sealed class FreePortsTests
{
    /// <summary>Two runs choose ports before the server of either listens.</summary>
    [Fact]
    public void TryReserve_PortThatAnotherInstanceHas_IsRefusedUntilItIsDisposed()
    {
        using var second = new FreePorts();
        int port;
        using (var first = new FreePorts())
        {
            port = first.Take(IPAddress.Loopback);
            second.TryReserve(port, [IPAddress.Loopback]).ShouldBeFalse();
        }

        second.TryReserve(port, [IPAddress.Loopback]).ShouldBeTrue();
    }

    /// <summary>An address for documents is no machine's own, so that no port of it can be bound.</summary>
    [Fact]
    public void Take_NoneFree_SaysSo() =>
        Should.Throw<TargetException>(() => new FreePorts().Take(IPAddress.Parse("192.0.2.1"))).Message
            .ShouldStartWith("No port from 12000 to 29999 is free on 192.0.2.1;");
}
