using System.Net;
using System.Net.Sockets;
using System.Text;
using DbIngest.Wire.MySql;

namespace DbIngest.Wire.Tests.MySql;

/// <summary>A server of one connection that says and checks what a test wants.</summary>
internal sealed class FakeMySql : IDisposable
{
    public static readonly byte[] Nonce = [.. Enumerable.Range(1, 20).Select(i => (byte)i)];

    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly Task _serving;

    /// <summary>Starts.</summary>
    /// <param name="plugin">The plug-in in its greeting.</param>
    /// <param name="serve">Goes on after the client's first answer, which it is given.</param>
    public FakeMySql(string plugin, Action<FakeMySql, byte[]> serve)
    {
        _listener.Start();
        _serving = Task.Run(() =>
        {
            using var socket = _listener.AcceptSocket();
            Stream = new NetworkStream(socket);
            Send(0, Greeting(plugin));
            serve(this, Receive());
        });
    }

    public MySqlConnectionOptions Options => new()
    {
        Server = _listener.LocalEndpoint,
        User = "somebody",
        Password = () => "secret",
        RequestTimeout = TimeSpan.FromSeconds(30),
    };

    private NetworkStream Stream { get; set; } = null!;

    /// <summary>A greeting of MySQL 8 without encryption.</summary>
    public static byte[] Greeting(string plugin)
    {
        const uint Capabilities = 1 | 8 | 128 | 512 | 8192 | 32768 | (1 << 19) | (1 << 21);
        return
        [
            10, .. Encoding.ASCII.GetBytes("8.0.36\0"), 7, 0, 0, 0, .. Nonce[..8], 0, .. BitConverter.GetBytes(Capabilities)[..2],
                45, 2, 0,
            .. BitConverter.GetBytes(Capabilities)[2..], 21, .. new byte[10], .. Nonce[8..], 0,
                .. Encoding.ASCII.GetBytes(plugin + "\0"),
        ];
    }

    public static byte[] Packet(byte sequence, byte[] payload) =>
        [(byte)payload.Length, (byte)(payload.Length >> 8), (byte)(payload.Length >> 16), sequence, .. payload];

    public void Send(byte sequence, byte[] payload) => Stream.Write(Packet(sequence, payload));

    public byte[] Receive()
    {
        byte[] header = new byte[4];
        Stream.ReadExactly(header);
        byte[] payload = new byte[header[0] | (header[1] << 8) | (header[2] << 16)];
        Stream.ReadExactly(payload);
        return payload;
    }

    /// <summary>Waits until the server has done its part, and passes on what it found wrong.</summary>
    public void Finish() => _serving.Wait(TimeSpan.FromSeconds(30)).ShouldBeTrue();

    public void Dispose() => _listener.Stop();
}
