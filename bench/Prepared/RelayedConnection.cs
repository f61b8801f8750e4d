using System.Net;
using System.Net.Sockets;

namespace DbIngest.Bench.Prepared;

/// <summary>
/// One client's connection through the relay: it forwards bytes, records them, or answers in the server's place. Thus a client
/// logs in to its real server, whatever its login needs. <see cref="RelayServer"/> runs each on its own thread.
/// </summary>
/// <param name="client">The client.</param>
internal sealed class RelayedConnection(Socket client)
{
    private readonly Lock _gate = new();
    private Conversation? _heard;
    private Replay? _replay;

    /// <summary>Begins a recording.</summary>
    public void Record()
    {
        lock (_gate)
        {
            _heard = new();
        }
    }

    /// <summary>Ends the recording and returns it; null when there was none.</summary>
    public Conversation? Heard()
    {
        lock (_gate)
        {
            var heard = _heard;
            _heard = null;
            return heard;
        }
    }

    /// <summary>Answers from a recording from now on; null forwards to the server again.</summary>
    public void Answer(Conversation? script) => Volatile.Write(ref _replay, script is null ? null : Replay.Of(script, client));

    /// <summary>Relays until client or server closes its connection.</summary>
    public void Run(EndPoint server)
    {
        using var socket = new Socket(server.AddressFamily, SocketType.Stream, ProtocolType.Unspecified);
        socket.Connect(server);
        if (server is IPEndPoint)
        {
            socket.NoDelay = true;
        }

        new Thread(() => HandBack(socket)) { IsBackground = true }.Start();
        byte[] buffer = new byte[1 << 18];
        for (int count; (count = client.Receive(buffer)) > 0;)
        {
            if (Volatile.Read(ref _replay) is { } replay)
            {
                replay.Take(buffer.AsSpan(0, count));
                continue;
            }

            lock (_gate)
            {
                _heard?.Ask(buffer.AsSpan(0, count));
            }

            socket.Send(buffer.AsSpan(0, count));
        }
    }

    private void HandBack(Socket server)
    {
        byte[] buffer = new byte[1 << 16];
        try
        {
            for (int count; (count = server.Receive(buffer)) > 0;)
            {
                lock (_gate)
                {
                    _heard?.Answer(buffer.AsSpan(0, count));
                }

                client.Send(buffer.AsSpan(0, count));
            }

            // A server may end a connection that is idle because its client is answered here.
            if (Volatile.Read(ref _replay) is null)
            {
                client.Shutdown(SocketShutdown.Both);
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // Client or server has closed its connection.
        }
    }
}
