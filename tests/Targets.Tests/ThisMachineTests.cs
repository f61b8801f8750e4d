using System.Net;
using System.Net.Sockets;

namespace DbIngest.Targets.Tests;

public sealed class ThisMachineTests
{
    [Theory]
    [InlineData("127.0.0.1")]
    [InlineData("127.0.0.4")]
    [InlineData("::1")]
    public void Has_Loopback_IsThisMachine(string address) => ThisMachine.Has(IPAddress.Parse(address)).ShouldBeTrue();

    /// <summary>Looks for a route out of the machine.</summary>
    /// <returns>Why there is none; null when there is one.</returns>
    internal static string? FindMissing()
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        try
        {
            socket.Connect(IPAddress.Parse("192.0.2.1"), 9);
            return null;
        }
        catch (SocketException exception)
        {
            return $"This machine has no network: {exception.Message}";
        }
    }

    [Fact]
    [Needs("network")]
    public void Has_AddressOfAnInterface_IsThisMachine()
    {
        // Independent of the interfaces' list: the address that the system would send from. Nothing is sent by connecting a UDP
        // socket.
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        socket.Connect(IPAddress.Parse("192.0.2.1"), 9);

        var address = ((IPEndPoint)socket.LocalEndPoint!).Address;
        IPAddress.IsLoopback(address).ShouldBeFalse();
        ThisMachine.Has(address).ShouldBeTrue();
        ThisMachine.Has(address.ToString()).ShouldBeTrue();
    }

    /// <summary>RFC 5737: addresses for documentation, nobody's.</summary>
    [Fact]
    public void Has_AddressOfNobody_IsNotThisMachine() => ThisMachine.Has(IPAddress.Parse("192.0.2.1")).ShouldBeFalse();
}
