using System.Net;
using System.Net.Sockets;

namespace DbIngest.Targets.Tests.MySql;

/// <summary>
/// Passes connections on to a server, and cuts one of them after so many bytes of the client or before some answer of the server.
/// </summary>
internal sealed class CuttingProxy : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly EndPoint _server;
    private long _clientBytes = long.MaxValue;
    private int _answers = int.MaxValue;

    public CuttingProxy(string socket)
        : this(new UnixDomainSocketEndPoint(socket))
    {
    }

    public CuttingProxy(EndPoint server)
    {
        _server = server;
        _listener.Start();
        Run(Accept);
    }

    public string Endpoint => _listener.LocalEndpoint.ToString()!;

    /// <summary>Cuts once this many more bytes of a client have come; the last of them do not arrive.</summary>
    public void CutAfterBytes(long bytes) => Interlocked.Exchange(ref _clientBytes, bytes);

    /// <summary>Passes so many more answers on, then cuts instead of the next.</summary>
    public void CutAfterAnswers(int answers) => Interlocked.Exchange(ref _answers, answers);

    public void Dispose() => _listener.Stop();

    private static void Run(Action action) => new Thread(() =>
    {
        try
        {
            action();
        }
        catch (Exception e) when (e is IOException or SocketException or ObjectDisposedException or InvalidOperationException)
        {
            // Cut, closed, or the test is over.
        }
    })
    { IsBackground = true, Name = "proxy" }.Start();

    private void Accept()
    {
        while (true)
        {
            var client = _listener.AcceptSocket();
            var server = new Socket(_server.AddressFamily, SocketType.Stream, ProtocolType.Unspecified);
            server.Connect(_server);
            Run(() => Pump(client, server, ofClient: true));
            Run(() => Pump(server, client, ofClient: false));
        }
    }

    private void Pump(Socket from, Socket to, bool ofClient)
    {
        using (from)
        using (to)
        {
            byte[] buffer = new byte[64 * 1024];
            while (from.Receive(buffer) is > 0 and var count)
            {
                if (ofClient ? Interlocked.Add(ref _clientBytes, -count) <= 0 : Interlocked.Decrement(ref _answers) < 0)
                {
                    // Once: what comes back is let through.
                    Interlocked.Exchange(ref _clientBytes, long.MaxValue);
                    Interlocked.Exchange(ref _answers, int.MaxValue);
                    return;
                }

                to.Send(buffer.AsSpan(0, count));
            }
        }
    }
}
