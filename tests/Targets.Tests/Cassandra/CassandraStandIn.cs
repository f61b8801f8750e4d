using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using System.Text;
using DbIngest.Wire.Cql.Errors;

namespace DbIngest.Targets.Tests.Cassandra;

/// <summary>
/// A node that exists only for clients: it lets everybody in, describes its ring, prepares every statement and stores nothing. It
/// speaks version 4 of the native protocol, by its specification (native_protocol_v4.spec).
/// </summary>
internal sealed class CassandraStandIn : IDisposable
{
    private const byte Version = 4;
    private const byte Failed = 0x00, Startup = 0x01, Ready = 0x02, Authenticate = 0x03, Done = 0x08, Prepare = 0x09;
    private const byte Execute = 0x0A, Register = 0x0B, AuthResponse = 0x0F, AuthSuccess = 0x10;
    private const int Void = 1, Rows = 2, Prepared = 4;
    private const int Varchar = 0x000D, Uuid = 0x000C, Inet = 0x0010, Integer = 0x0009, Set = 0x0022;
    private const int Bigint = 0x0002, Boolean = 0x0004;

    // The ids of prepared statements, which have one byte.
    private const byte Plain = 7, Conditional = 8;

    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly string _token;
    private int _registrations;
    private int _forgets;

    /// <summary>Starts the node.</summary>
    /// <param name="token">The token that it owns, as text.</param>
    public CassandraStandIn(string token = "0")
    {
        _token = token;
        _listener.Start();
        new Thread(Serve) { IsBackground = true }.Start();
    }

    /// <summary>The node's address.</summary>
    public IPEndPoint Server => (IPEndPoint)_listener.LocalEndpoint;

    /// <summary>The node's name in DNS, with its port.</summary>
    public DnsEndPoint Name => new("localhost", Server.Port);

    /// <summary>The other node of the ring. Null for a ring of one.</summary>
    public CassandraStandIn? Peer { get; set; }

    /// <summary>The message by which it refuses each login. Null to let everybody in.</summary>
    public string? Refusal { get; set; }

    /// <summary>Whether it describes itself by a token that is none, to those who have registered for events.</summary>
    public bool IsConfused { get; set; }

    /// <summary>Clients that have registered for events so far.</summary>
    public int Registrations => Volatile.Read(ref _registrations);

    /// <summary>
    /// How many of the next executions it refuses, because it has forgotten their statement. Each execution takes one away.
    /// </summary>
    public int Forgets
    {
        get => Volatile.Read(ref _forgets);
        set => Volatile.Write(ref _forgets, value);
    }

    /// <summary>Gets the body of each message, as text, before it is answered.</summary>
    public Action<string>? Heard { get; set; }

    private Guid HostId { get; } = Guid.NewGuid();

    public void Dispose() => _listener.Dispose();

    private void Serve()
    {
        try
        {
            while (true)
            {
                var client = _listener.AcceptTcpClient();
                new Thread(() => Talk(client)) { IsBackground = true }.Start();
            }
        }
        catch (Exception exception) when (exception is SocketException or InvalidOperationException)
        {
            // Disposed.
        }
    }

    private void Talk(TcpClient client)
    {
        using var own = client;
        var stream = client.GetStream();
        byte[] header = new byte[9];
        bool isRegistered = false;
        try
        {
            while (true)
            {
                stream.ReadExactly(header);
                byte[] body = new byte[BinaryPrimitives.ReadInt32BigEndian(header.AsSpan(5))];
                stream.ReadExactly(body);
                if (header[4] == Register)
                {
                    isRegistered = true;
                    Interlocked.Increment(ref _registrations);
                }

                string text = Encoding.UTF8.GetString(body);
                Heard?.Invoke(text);
                var (opcode, answer) = Answer(header[4], text, isRegistered);
                byte[] frame = [0x80 | Version, 0, header[2], header[3], opcode, .. Int32(answer.Length), .. answer];
                stream.Write(frame);
            }
        }
        catch (IOException)
        {
            // The client went away.
        }
    }

    private (byte Opcode, byte[] Body) Answer(byte asked, string text, bool isRegistered) => asked switch
    {
        Startup => (Authenticate, Short("org.apache.cassandra.auth.PasswordAuthenticator")),
        AuthResponse => Refusal is { } refusal
            ? (Failed, [.. Int32((int)CqlErrorCode.AuthenticationError), .. Short(refusal)]) : (AuthSuccess, Int32(-1)),
        Register => (Ready, []),

        Prepare => (Done, Statement(text)),
        Execute when Interlocked.Decrement(ref _forgets) >= 0 =>
            (Failed, [.. Int32((int)CqlErrorCode.Unprepared), .. Short("forgotten"), 0, 1, (byte)text[2]]),
        Execute when text[2] == Conditional => (Done, Applied()),
        _ when text.Contains("system.local", StringComparison.Ordinal) =>
            (Done, Result([Row(isRegistered && IsConfused ? "none" : _token)])),
        _ when text.Contains("system.peers", StringComparison.Ordinal) =>
            (Done, Result(Peer is null ? [] : [Peer.Row(Peer._token)])),
        _ => (Done, Int32(Void)),
    };

    /// <summary>A prepared statement whose parameters are all of one type, and whose result has no columns.</summary>
    private static byte[] Statement(string text)
    {
        // The text stands behind the four bytes of its length.
        int parameters = text.AsSpan(4).Count('?');
        byte id = text.Contains(" IF ", StringComparison.Ordinal) ? Conditional : Plain;
        return
        [
            .. Int32(Prepared), 0, 1, id, .. Int32(1), .. Int32(parameters), .. Int32(0), .. Short("keyspace"), .. Short("table"),
                .. Enumerable.Range(0, parameters).SelectMany(_ => (byte[])[.. Short("p"), .. Int16(Bigint)]),
                .. Int32(4), .. Int32(0),
        ];
    }

    /// <summary>That a condition held.</summary>
    private static byte[] Applied() =>
    [
        .. Int32(Rows), .. Int32(1), .. Int32(1), .. Short("keyspace"), .. Short("table"), .. Short("[applied]"),
            .. Int16(Boolean), .. Int32(1), .. Value([1]),
    ];

    /// <summary>This node's row, with the columns of <c>system.local</c> and of <c>system.peers_v2</c>.</summary>
    private byte[] Row(string token) =>
    [
        .. Value(HostId.ToByteArray(bigEndian: true)), .. Value("dc"u8), .. Value("rack"u8),
            .. Value([.. Int32(1), .. Value(Encoding.UTF8.GetBytes(token))]), .. Value(Server.Address.GetAddressBytes()),
            .. Value(Int32(Server.Port)),
    ];

    private static byte[] Result(byte[][] rows) =>
    [
        .. Int32(Rows), .. Int32(1), .. Int32(6), .. Short("system"), .. Short("nodes"),
            .. Short("host_id"), .. Int16(Uuid), .. Short("data_center"), .. Int16(Varchar), .. Short("rack"), .. Int16(Varchar),
            .. Short("tokens"), .. Int16(Set), .. Int16(Varchar), .. Short("native_address"), .. Int16(Inet),
            .. Short("native_port"), .. Int16(Integer), .. Int32(rows.Length), .. rows.SelectMany(row => row),
    ];

    private static byte[] Value(ReadOnlySpan<byte> bytes) => [.. Int32(bytes.Length), .. bytes];

    private static byte[] Short(string text) => [.. Int16(Encoding.UTF8.GetByteCount(text)), .. Encoding.UTF8.GetBytes(text)];

    private static byte[] Int16(int value) => [(byte)(value >> 8), (byte)value];

    private static byte[] Int32(int value) => [.. Int16(value >> 16), .. Int16(value)];
}
