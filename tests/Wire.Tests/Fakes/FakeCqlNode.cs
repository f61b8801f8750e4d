using System.Buffers.Binary;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using DbIngest.Wire.Cql.Errors;
using DbIngest.Wire.Cql.Frames;

namespace DbIngest.Wire.Tests.Fakes;

/// <summary>
/// A server on a real socket for one connection after another: asks for a password where it has one, encrypts where it has
/// a certificate, and answers each further request with nothing in particular, or not at all.
/// </summary>
internal sealed class FakeCqlNode : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);

    public FakeCqlNode()
    {
        _listener.Start();
        new Thread(Serve) { IsBackground = true }.Start();
    }

    public IPEndPoint Server => (IPEndPoint)_listener.LocalEndpoint;

    public string? Password { get; init; }

    public X509Certificate2? Certificate { get; init; }

    /// <summary>Whether it answers nothing after STARTUP.</summary>
    public bool IsSilent { get; init; }

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
                    using var stream = Secure(client.GetStream());
                    Talk(stream);
                }
                catch (Exception exception) when (
                    exception is IOException or System.Security.Authentication.AuthenticationException)
                {
                    // The client went away, or did not trust us.
                }
            }
        }
        catch (Exception exception) when (exception is SocketException or InvalidOperationException)
        {
            // Disposed.
        }
    }

    private Stream Secure(NetworkStream stream)
    {
        if (Certificate is null)
        {
            return stream;
        }

        var encrypted = new SslStream(stream);
        encrypted.AuthenticateAsServer(Certificate);
        return encrypted;
    }

    private void Talk(Stream stream)
    {
        var (version, opcode, _) = Read(stream, isSegmented: false);
        opcode.ShouldBe(CqlOpcode.Startup);
        var start = CqlServerMessage.Buffer(version, isSegmented: false);
        if (Password is null)
        {
            CqlServerMessage.Ready(start, 0);
        }
        else
        {
            CqlServerMessage.Authenticate(start, 0);
        }

        stream.Write(start.Finish());
        while (true)
        {
            (_, opcode, byte[] body) = Read(stream, version >= 5);
            if (IsSilent)
            {
                continue;
            }

            var answer = CqlServerMessage.Buffer(version, isSegmented: version >= 5);
            if (opcode != CqlOpcode.AuthResponse)
            {
                CqlServerMessage.Void(answer, 0);
            }
            else if (Encoding.UTF8.GetString(body.AsSpan(4)) == $"\0me\0{Password}")
            {
                CqlServerMessage.AuthSuccess(answer, 0);
            }
            else
            {
                CqlServerMessage.Error(answer, 0, CqlErrorCode.AuthenticationError);
            }

            stream.Write(answer.Finish());
        }
    }

    private static (int Version, CqlOpcode Opcode, byte[] Body) Read(Stream stream, bool isSegmented)
    {
        if (isSegmented)
        {
            stream.ReadExactly(new byte[CqlSegment.HeaderBytes]);
        }

        byte[] header = new byte[9];
        stream.ReadExactly(header);
        byte[] body = new byte[BinaryPrimitives.ReadInt32BigEndian(header.AsSpan(5))];
        stream.ReadExactly(body);
        if (isSegmented)
        {
            stream.ReadExactly(new byte[CqlSegment.TrailerBytes]);
        }

        return (header[0], (CqlOpcode)header[4], body);
    }
}
