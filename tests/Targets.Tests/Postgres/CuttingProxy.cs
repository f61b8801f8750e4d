using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;

namespace DbIngest.Targets.Tests.Postgres;

/// <summary>Where the proxy is to cut a connection.</summary>
internal enum Cut
{
    Never,

    /// <summary>After some of the data, in the middle of a message.</summary>
    InData,

    /// <summary>All data has passed, the client's CopyDone has not.</summary>
    BeforeCopyDone,

    /// <summary>CopyDone has passed; the server's answer is not awaited.</summary>
    AfterCopyDone,

    /// <summary>The server has committed and said so, the client has not heard it.</summary>
    BeforeCommandComplete,

    /// <summary>
    /// The client's next request on a prepared statement is held back until <see cref="CuttingProxy.Release"/>; the client has
    /// lost its connection by then.
    /// </summary>
    HoldRequest,

    /// <summary>From now on every answer that is awaited is notices without end, also those to logins.</summary>
    EndlessNotices,

    /// <summary>From now on every answer comes a byte a second, also those to logins.</summary>
    ByteByByte,
}

/// <summary>
/// Passes PostgreSQL connections on to a Unix socket and cuts one of them at a chosen message (protocol 3.0: after the client's
/// first message, each has a type byte and a 32-bit length that counts itself).
/// </summary>
internal sealed class CuttingProxy : IDisposable
{
    private static readonly byte[] Notice = [(byte)'N', 0, 0, 0, 32, .. "SNOTICE\0VNOTICE\0C00000\0Mno\0\0"u8];

    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly string _socket;
    private readonly System.Collections.Concurrent.ConcurrentBag<Socket> _sockets = [];
    private readonly ManualResetEventSlim _release = new();
    private readonly ManualResetEventSlim _released = new();
    private volatile int _cut;
    private int _dripped;

    public CuttingProxy(string socketFolder)
    {
        _socket = Path.Combine(socketFolder, ".s.PGSQL.5432");
        _listener.Start();
        Run(Accept);
    }

    public string Endpoint =>
        $"Host=127.0.0.1;Port={((IPEndPoint)_listener.LocalEndpoint).Port};Username=postgres;Database=postgres;SSL "
        + $"Mode=Disable;GSS Encryption Mode=Disable";

    /// <summary>Cuts the next connection that comes to the place, once.</summary>
    public void Arm(Cut cut) => _cut = (int)cut;

    /// <summary>
    /// Sends the request that was held back, as a network that was slow. Returns when the server has it or is gone.
    /// </summary>
    public void Release()
    {
        _release.Set();
        _released.Wait(TimeSpan.FromSeconds(30)).ShouldBeTrue();
    }

    public bool HasCut => _cut == (int)Cut.Never;

    /// <summary>Closes every connection too: one that a client left behind would keep its locks in the server.</summary>
    public void Dispose()
    {
        _listener.Stop();
        foreach (var socket in _sockets)
        {
            socket.Close();
        }
    }

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
    { IsBackground = true }.Start();

    private void Accept()
    {
        while (true)
        {
            var client = _listener.AcceptSocket();
            var server = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
            server.Connect(new UnixDomainSocketEndPoint(_socket));
            _sockets.Add(client);
            _sockets.Add(server);
            Run(() => Pass(client, server, fromClient: true));
            Run(() => Pass(server, client, fromClient: false));
        }
    }

    private void Pass(Socket from, Socket to, bool fromClient)
    {
        using var source = new NetworkStream(from);
        try
        {
            bool first = fromClient;
            byte[] header = new byte[5];
            while (true)
            {
                int headerLength = first ? 4 : 5;
                source.ReadExactly(header, 5 - headerLength, headerLength);
                byte[] body = new byte[BinaryPrimitives.ReadInt32BigEndian(header.AsSpan(1)) - 4];
                source.ReadExactly(body);
                char type = first ? '\0' : (char)header[0];
                first = false;

                if (fromClient && type == 'd' && Take(Cut.InData))
                {
                    Send(to, header.AsSpan(5 - headerLength, headerLength));
                    Send(to, body.AsSpan(0, body.Length / 2));
                    return;
                }

                if ((fromClient && type == 'c' && Take(Cut.BeforeCopyDone))
                    || (!fromClient && type == 'C' && body.AsSpan().StartsWith("COPY"u8) && Take(Cut.BeforeCommandComplete)))
                {
                    return;
                }

                if (fromClient && type == 'B' && Take(Cut.HoldRequest))
                {
                    Hold(source, from, to, [.. header, .. body]);
                    return;
                }

                while (!fromClient && _cut == (int)Cut.EndlessNotices)
                {
                    // NoticeResponse: severity, code and message.
                    Send(to, Notice);
                    Thread.Sleep(1);
                }

                while (!fromClient && _cut == (int)Cut.ByteByByte)
                {
                    Send(to, Notice.AsSpan(_dripped++ % Notice.Length, 1));
                    Thread.Sleep(1000);
                }

                Send(to, header.AsSpan(5 - headerLength, headerLength));
                Send(to, body);
                if (fromClient && type == 'c' && Take(Cut.AfterCopyDone))
                {
                    return;
                }
            }
        }
        finally
        {
            from.Close();
            to.Close();
        }
    }

    /// <summary>Takes a request to its Sync, ends the client's connection, and sends the request much later.</summary>
    private void Hold(NetworkStream source, Socket from, Socket to, byte[] bind)
    {
        var held = new MemoryStream();
        held.Write(bind);
        byte[] header = new byte[5];
        do
        {
            source.ReadExactly(header);
            byte[] body = new byte[BinaryPrimitives.ReadInt32BigEndian(header.AsSpan(1)) - 4];
            source.ReadExactly(body);
            held.Write(header);
            held.Write(body);
        }
        while (header[0] != (byte)'S');

        from.Close();
        _release.Wait();
        try
        {
            Send(to, held.ToArray());

            // The server's answer, or its end: what it was sent is done by then.
            _ = to.Poll(TimeSpan.FromSeconds(1), SelectMode.SelectRead);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The session has ended: that is the fence.
        }

        _released.Set();
    }

    private static void Send(Socket to, ReadOnlySpan<byte> bytes)
    {
        while (bytes.Length > 0)
        {
            bytes = bytes[to.Send(bytes)..];
        }
    }

    private bool Take(Cut here) => Interlocked.CompareExchange(ref _cut, (int)Cut.Never, (int)here) == (int)here;
}
