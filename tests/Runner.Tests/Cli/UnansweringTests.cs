using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;

namespace DbIngest.Runner.Tests.Cli;

/// <summary>
/// Ctrl-C while a database does not answer. On a quiet machine each takes less than 2 s; what is tested here is that none waits
/// for the database, whose requests may take ten minutes.
/// </summary>
public sealed class UnansweringTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    [Theory]
    [InlineData("--sources=2")]
    [InlineData("--sources=1+1")]
    [Needs("postgres")]
    public void Interrupt_ServerIsStopped_EndsAllTheSame(string sources)
    {
        using var folder = new CommandFolder();
        using var command = folder.Start(
            "--db=postgres", sources, "--records=20M", "--trials=1", "--warmup=0", "--request-timeout=600", "--verbose");
        command.WaitForError("\ningest\n");
        int postmaster = ChildProcesses.First(command.Id, "postgres");
        int[] server = [postmaster, .. ChildProcesses.Of(postmaster)];
        try
        {
            Array.ForEach(server, pid => RunningCommand.Signal(pid, "STOP"));
            EndsSoon(command);
        }
        finally
        {
            Array.ForEach(server, pid => RunningCommand.Signal(pid, "CONT"));
        }
    }

    [Theory]
    [InlineData("postgres", "wire")]
    [InlineData("postgres", "driver")]
    [InlineData("cassandra", "wire")]
    public void Interrupt_EndpointSwallowsEverything_EndsAllTheSame(string database, string client)
    {
        using var hole = new BlackHole();
        using var folder = new CommandFolder();
        string endpoint = string.Create(CultureInfo.InvariantCulture, $"--endpoint=127.0.0.1:{hole.Port}");
        using var command = folder.Start($"--db={database}", $"--client={client}", endpoint, "--request-timeout=600");
        hole.WaitForCaller();
        EndsSoon(command);
    }

    /// <summary>A service that takes the connection and answers nothing, as a stopped process does.</summary>
    [Fact]
    public void Interrupt_ServiceIsSilent_EndsAllTheSame()
    {
        using var silent = new TcpListener(IPAddress.Loopback, 0);
        silent.Start();
        using var folder = new CommandFolder();
        using var command = folder.Start("--db=sqlite", "--endpoint=served.db", $"--via=http://{silent.LocalEndpoint}",
            "--request-timeout=600");
        Poll.Until(silent.Pending, TimeSpan.FromMinutes(5)).ShouldBeTrue("nobody connects");
        EndsSoon(command);
    }

    private static void EndsSoon(RunningCommand command)
    {
        long interrupted = Stopwatch.GetTimestamp();
        command.Signal("INT");
        var result = command.Wait();
        result.ExitCode.ShouldBe((int)ExitCode.Interrupted, result.ToString());
        Stopwatch.GetElapsedTime(interrupted).ShouldBeLessThan(Patience, result.ToString());
    }

    /// <summary>
    /// A port whose queue of connections is full: like a network that drops every packet, it answers nothing, not even no.
    /// </summary>
    private sealed class BlackHole : IDisposable
    {
        private const string SynSent = "02";
        private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        private readonly List<Socket> _queued = [];

        public BlackHole()
        {
            _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
            _listener.Listen(0);
            do
            {
                _queued.Add(new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp));
            }
            while (_queued[^1].ConnectAsync(_listener.LocalEndPoint!).Wait(TimeSpan.FromSeconds(1)));
            _queued[^1].Dispose();
        }

        public int Port => ((IPEndPoint)_listener.LocalEndPoint!).Port;

        /// <summary>Waits until somebody tries to connect.</summary>
        public void WaitForCaller()
        {
            // man 5 proc: local address, remote address, state, in hexadecimal.
            string caller = string.Create(CultureInfo.InvariantCulture, $":{Port:X4} {SynSent} ");
            for (var watch = Stopwatch.StartNew(); !File.ReadAllText("/proc/net/tcp")
                .Contains(caller, StringComparison.Ordinal); Thread.Sleep(20))
            {
                watch.Elapsed.ShouldBeLessThan(TimeSpan.FromMinutes(5), "nobody connects");
            }
        }

        public void Dispose()
        {
            _queued.ForEach(q => q.Dispose());
            _listener.Dispose();
        }
    }
}
