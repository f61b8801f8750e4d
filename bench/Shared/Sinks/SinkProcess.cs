using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;

namespace DbIngest.Bench;

/// <summary>
/// Starts this program again as a sink in a separate process, and kills it when disposed. With two cores or more on Linux, it
/// pins the sink and this process to one core each.
/// </summary>
internal sealed class SinkProcess : IDisposable
{
    /// <summary>The first argument that makes this program the sink. The ports follow.</summary>
    public const string Word = "sinkserver";

    private const int OwnCore = 0;
    private const int SinkCore = 1;

    private readonly Process _process;

    /// <summary>Starts the sink and waits until it accepts connections.</summary>
    /// <param name="ports">Number of free ports to give it.</param>
    public SinkProcess(int ports)
    {
        Ports = [.. Enumerable.Range(0, ports).Select(_ => FreePort())];
        string[] arguments = [Word, .. Ports.Select(port => port.ToString(CultureInfo.InvariantCulture))];
        _process = Process.Start(PinnedCores.StartOn(SinkCore, Environment.ProcessPath!, arguments))!;
        Await(Ports[0]);
        if (PinnedCores.AreEnough)
        {
            PinnedCores.Keep([OwnCore]);
            IsApart = PinnedCores.Has(_process.Id, SinkCore) && PinnedCores.Has(Environment.ProcessId, OwnCore);
        }
    }

    /// <summary>The ports at which it listens.</summary>
    public IReadOnlyList<int> Ports { get; }

    /// <summary>True when the sink and this process have one core each.</summary>
    public bool IsApart { get; }

    public void Dispose()
    {
        _process.Kill();
        _process.WaitForExit();
        _process.Dispose();
    }

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }

    private static void Await(int port)
    {
        for (int tries = 0; ; tries++)
        {
            try
            {
                using var client = new TcpClient("127.0.0.1", port);
                return;
            }
            catch (SocketException) when (tries < 200)
            {
                Thread.Sleep(50);
            }
        }
    }
}
