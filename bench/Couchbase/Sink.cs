using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;

namespace DbIngest.Bench.Couchbase;

/// <summary>A sink in a process of its own, on a core of its own where there are two.</summary>
internal static class Sink
{
    public const string Word = "sinkserver";

    /// <summary>Starts it, runs something, and ends it.</summary>
    /// <param name="run">What to run; is given the endpoint.</param>
    /// <returns>The exit code.</returns>
    public static int With(Func<string, int> run)
    {
        var (port, management) = (FreePort(), FreePort());
        string[] arguments = [Word, port.ToString(CultureInfo.InvariantCulture), management.ToString(CultureInfo.InvariantCulture)];
        using var sink = Process.Start(new ProcessStartInfo(Environment.ProcessPath!, arguments) { UseShellExecute = false })!;
        try
        {
            Await(port);
            if (OperatingSystem.IsLinux() && Environment.ProcessorCount > 1)
            {
                sink.ProcessorAffinity = 2;
                Process.GetCurrentProcess().ProcessorAffinity = 1;
            }

            return run(string.Create(CultureInfo.InvariantCulture, $"couchbase://127.0.0.1:{port}/bench"));
        }
        finally
        {
            sink.Kill();
            sink.WaitForExit();
        }
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
