using System.Net;
using System.Net.Sockets;
using DbIngest.Core.Measurement;

namespace DbIngest.Core.Tests.Measurement;

public class TcpRoundTripTests
{
    [Fact]
    public void LeastS_WhereSomebodyListens_IsTheWayThereAndBack()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        int port = ((IPEndPoint)listener.LocalEndpoint).Port;

        TcpRoundTrip.LeastS(new DnsEndPoint("127.0.0.1", port), CancellationToken.None).ShouldNotBeNull()
            .ShouldBeInRange(1e-6, 1);
        TcpRoundTrip.LeastS(new IPEndPoint(IPAddress.Loopback, port), CancellationToken.None).ShouldNotBeNull();
        TcpRoundTrip.Answers(new IPEndPoint(IPAddress.Loopback, port)).ShouldBeTrue();
        TcpRoundTrip.Name(new DnsEndPoint("db.example", port)).ShouldBe(FormattableString.Invariant($"db.example:{port}"));
    }

    /// <summary>The last group of an address without brackets and a port look alike.</summary>
    [Fact]
    public void Name_IPv6Address_HasBrackets() =>
        TcpRoundTrip.Name(new DnsEndPoint("fd00::1", 9042)).ShouldBe("[fd00::1]:9042");

    [Fact]
    public void LeastS_WhereNobodyListens_IsUnknown()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var nobody = (IPEndPoint)listener.LocalEndpoint;
        listener.Stop();

        TcpRoundTrip.LeastS(nobody, CancellationToken.None).ShouldBeNull();
        TcpRoundTrip.LeastS(new DnsEndPoint("nobody.invalid", 1), CancellationToken.None).ShouldBeNull();
        TcpRoundTrip.LeastS(new UnixDomainSocketEndPoint("/nowhere"), CancellationToken.None).ShouldBeNull();
        TcpRoundTrip.Answers(nobody).ShouldBeFalse();
    }

    [Fact]
    public void LeastS_Cancelled_Ends()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        Should.Throw<OperationCanceledException>(() =>
            TcpRoundTrip.LeastS(listener.LocalEndpoint, new CancellationToken(canceled: true)));
    }
}
