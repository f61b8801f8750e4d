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

        using var silent = Bound();
        new ListeningProcesses(Self).At([First, Loopback(silent)]).ShouldBeEmpty("nobody listens");
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

    /// <summary>Elapsed time counts, not the machine's time of day, which may be set back.</summary>
    [Fact]
    public void At_ListensLater_IsFoundOnceTheTimeBetweenTwoSearchesHasPassed()
    {
        var clock = new HandClock();
        using var late = Bound();
        var listening = new ListeningProcesses(Self) { Clock = clock };
        listening.At([Loopback(late)]).ShouldBeEmpty("nobody listens yet");
        late.Listen();
        listening.At([Loopback(late)]).ShouldBeEmpty("the last search was just now");

        clock.Passed = TimeSpan.FromSeconds(5);

        listening.At([Loopback(late)]).ShouldBe([Environment.ProcessId]);
    }

    /// <summary>A port of both families, so that no other test of this process can come to listen there.</summary>
    private static Socket Bound()
    {
        var socket = new Socket(AddressFamily.InterNetworkV6, SocketType.Stream, ProtocolType.Tcp) { DualMode = true };
        socket.Bind(new IPEndPoint(IPAddress.IPv6Any, 0));
        return socket;
    }

    private static IPEndPoint Loopback(Socket socket) => new(IPAddress.Loopback, ((IPEndPoint)socket.LocalEndPoint!).Port);

    private IPEndPoint First => (IPEndPoint)_first.LocalEndpoint;

    private IPEndPoint Second => (IPEndPoint)_second.LocalEndpoint;

    private sealed class HandClock : TimeProvider
    {
        public TimeSpan Passed { get; set; }

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override long GetTimestamp() => Passed.Ticks;
    }
}
