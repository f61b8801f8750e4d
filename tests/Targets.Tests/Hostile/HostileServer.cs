using System.Net;
using System.Net.Sockets;

namespace DbIngest.Targets.Tests.Hostile;

/// <summary>
/// A server that reads what a client begins with, says what the test tells it to, and then sends zeros as long as somebody takes
/// them.
/// </summary>
internal sealed class HostileServer : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly Action<NetworkStream> _answer;

    public HostileServer(Action<NetworkStream> answer)
    {
        _answer = answer;
        _listener.Start();
        _ = Task.Run(Accept);
    }

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    public void Dispose() => _listener.Stop();

    private void Accept()
    {
        try
        {
            while (true)
            {
                var client = _listener.AcceptTcpClient();
                _ = Task.Run(() => Serve(client));
            }
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException or InvalidOperationException)
        {
            // Stopped.
        }
    }

    private void Serve(TcpClient client)
    {
        const long MaxZeros = 2_500_000_000;
        using (client)
        {
            try
            {
                using var stream = client.GetStream();
                _answer(stream);
                byte[] zeros = new byte[1 << 20];
                for (long sent = 0; sent < MaxZeros; sent += zeros.Length)
                {
                    stream.Write(zeros);
                }
            }
            catch (IOException)
            {
                // The client has seen enough.
            }
        }
    }
}
