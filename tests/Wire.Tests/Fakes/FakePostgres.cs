using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using System.Text;
using DbIngest.Wire.Pg;

namespace DbIngest.Wire.Tests.Fakes;

/// <summary>
/// A server on a real socket that lets everybody in, and then does what a test says, for one connection after another.
/// </summary>
internal sealed class FakePostgres : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly Action<FakePostgres.Session> _talk;

    /// <summary>Creates the server.</summary>
    /// <param name="talk">What it does once it has received StartupMessage or SSLRequest.</param>
    public FakePostgres(Action<Session> talk)
    {
        _talk = talk;
        _listener.Start();
        new Thread(Serve) { IsBackground = true }.Start();
    }

    public PgConnectionOptions Options => new()
    {
        Host = "127.0.0.1",
        Port = ((IPEndPoint)_listener.LocalEndpoint).Port,
        User = "me",
        Tls = new() { Mode = PgTlsMode.Disable },
        Socket = new() { RequestTimeout = TimeSpan.FromSeconds(30) },
    };

    /// <summary>AuthenticationOk, a parameter, a key, ReadyForQuery.</summary>
    public static byte[] Welcome =>
    [
        .. Message('R', [0, 0, 0, 0]), .. Message('S', "server_version\015\0"u8), .. Message('K', [0, 0, 0, 1, 0, 0, 0, 2]),
            .. Ready,
    ];

    public static byte[] Ready => Message('Z', "I"u8);

    public static byte[] Error(string severity, string sqlState) =>
        Message('E', Encoding.UTF8.GetBytes($"S{severity}\0V{severity}\0C{sqlState}\0Mno\0\0"));

    public static byte[] Message(char type, ReadOnlySpan<byte> body)
    {
        byte[] message = new byte[body.Length + 5];
        message[0] = (byte)type;
        BinaryPrimitives.WriteInt32BigEndian(message.AsSpan(1), body.Length + 4);
        body.CopyTo(message.AsSpan(5));
        return message;
    }

    public void Dispose() => _listener.Dispose();

    private void Serve()
    {
        try
        {
            while (true)
            {
                using var client = _listener.AcceptTcpClient();
                try
                {
                    var session = new Session(client.GetStream());
                    session.Receive(hasType: false);
                    _talk(session);
                }
                catch (IOException)
                {
                    // The client went away.
                }
            }
        }
        catch (Exception exception) when (exception is SocketException or InvalidOperationException)
        {
            // Disposed.
        }
    }

    /// <summary>The server's end of a connection.</summary>
    internal sealed class Session(NetworkStream stream)
    {
        public void Send(params IEnumerable<byte[]> messages) => stream.Write([.. messages.SelectMany(m => m)]);

        /// <summary>Receives a message.</summary>
        public (char Type, byte[] Body) Receive(bool hasType = true)
        {
            int type = hasType ? stream.ReadByte() : 0;
            if (type < 0)
            {
                throw new EndOfStreamException();
            }

            byte[] length = new byte[4];
            stream.ReadExactly(length);
            byte[] body = new byte[BinaryPrimitives.ReadInt32BigEndian(length) - 4];
            stream.ReadExactly(body);
            return ((char)type, body);
        }

        /// <summary>Receives the first byte of a message.</summary>
        public int ReceiveByte() => stream.ReadByte();

        /// <summary>Reads whatever comes until the client closes.</summary>
        public void Drain()
        {
            byte[] waste = new byte[64 * 1024];
            while (stream.Read(waste) > 0)
            {
                // To no use.
            }
        }
    }
}
