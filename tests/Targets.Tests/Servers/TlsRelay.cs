using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography.X509Certificates;

namespace DbIngest.Targets.Tests.Servers;

/// <summary>
/// Encrypts for a server that does not: as the proxy before it that its vendor advises. Its certificate is for localhost.
/// </summary>
internal sealed class TlsRelay : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("dbingest-relay-");
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly X509Certificate2 _certificate;
    private readonly int _server;

    /// <summary>Listens.</summary>
    /// <param name="server">The server's port.</param>
    public TlsRelay(int server)
    {
        _server = server;
        string authority =
            TestCertificate.Make(Path.Combine(_folder.FullName, "authority"), "dbingest test authority", issuer: null);
        string own = TestCertificate.Make(Path.Combine(_folder.FullName, "relay"), "localhost", authority);
        Authority = authority + ".crt";
        OtherAuthority = TestCertificate.Make(Path.Combine(_folder.FullName, "other"), "another authority", issuer: null)
            + ".crt";
        using var pem = X509Certificate2.CreateFromPemFile(own + ".crt", own + ".key");
        _certificate = X509CertificateLoader.LoadPkcs12(pem.Export(X509ContentType.Pfx), password: null);
        _listener.Start();
        _ = Task.Run(AcceptAsync);
    }

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    public string Authority { get; }

    public string OtherAuthority { get; }

    public void Dispose()
    {
        _listener.Dispose();
        _certificate.Dispose();
        _folder.Delete(recursive: true);
    }

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
            {
                _ = RelayAsync(await _listener.AcceptTcpClientAsync());
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // It is over.
        }
    }

    private async Task RelayAsync(TcpClient client)
    {
        using (client)
        using (var server = new TcpClient())
        {
            try
            {
                await server.ConnectAsync(IPAddress.Loopback, _server);
                await using var encrypted = new SslStream(client.GetStream());
                await encrypted.AuthenticateAsServerAsync(_certificate);
                await Task.WhenAny(encrypted.CopyToAsync(server.GetStream()), server.GetStream().CopyToAsync(encrypted));
            }
            catch (Exception exception) when (
                exception is IOException or SocketException or ObjectDisposedException
                    or System.Security.Authentication.AuthenticationException)
            {
                // One of the two has gone, or does not trust the other.
            }
        }
    }
}
