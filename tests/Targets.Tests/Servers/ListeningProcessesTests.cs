using System.Net;
using System.Net.Sockets;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Tests.Servers;

/// <summary>This process listens, and is found: by its name only, and only where all servers are found.</summary>
public sealed class ListeningProcessesTests : IDisposable
{
    private static readonly string Self = File.ReadAllText("/proc/self/comm").TrimEnd();

    private readonly TcpListener _first = new(IPAddress.Loopback, 0);
    private readonly TcpListener _second = new(IPAddress.IPv6Any, 0);

    public ListeningProcessesTests()
    {
        _first.Start();
        _second.Start();
    }

    public void Dispose()
    {
        _first.Dispose();
        _second.Dispose();
    }

    [Fact]
    public void At_ServersOfThisMachine_AreFound() =>
        new ListeningProcesses("nothing", Self).At([First, new DnsEndPoint("localhost", Second.Port)])
            .ShouldBe([Environment.ProcessId]);

    [Fact]
    public void At_AnotherProgramListens_IsNoServer() => new ListeningProcesses("ssh").At([First]).ShouldBeEmpty();

    [Fact]
    public void At_OneServerIsNotSeen_NoneIs()
    {
        new ListeningProcesses(Self).At([First, new IPEndPoint(IPAddress.Parse("192.0.2.1"), 1)])
            .ShouldBeEmpty("another machine's");

        // Bound for both families, so that no other test of this process can come to listen there.
        using var taken = new Socket(AddressFamily.InterNetworkV6, SocketType.Stream, ProtocolType.Tcp) { DualMode = true };
        taken.Bind(new IPEndPoint(IPAddress.IPv6Any, 0));
        var silent = new IPEndPoint(IPAddress.Loopback, ((IPEndPoint)taken.LocalEndPoint!).Port);
        new ListeningProcesses(Self).At([First, silent]).ShouldBeEmpty("nobody listens");
        new ListeningProcesses(Self).At([]).ShouldBeEmpty();
    }

    [Fact]
    public void At_AskedAgain_IsNotLookedForAgain()
    {
        var listening = new ListeningProcesses(Self);
        listening.At([First]).ShouldBe([Environment.ProcessId]);
        _first.Stop();
        listening.At([First]).ShouldBe([Environment.ProcessId], "the process is there, whether it listens just now or not");
    }

    private IPEndPoint First => (IPEndPoint)_first.LocalEndpoint;

    private IPEndPoint Second => (IPEndPoint)_second.LocalEndpoint;
}
