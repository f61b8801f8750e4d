using System.Net;
using System.Net.Sockets;
using DbIngest.Wire.MySql;
using MySqlConnector;
using MySqlConnection = MySqlConnector.MySqlConnection;

namespace DbIngest.Targets.MySql;

/// <summary>Makes connections of the driver, with the login, encryption and time-outs of our own client.</summary>
/// <param name="options">How our own client connects.</param>
internal sealed class DriverConnections(MySqlConnectionOptions options)
{
    /// <summary>How long a request may take.</summary>
    public TimeSpan Timeout => options.RequestTimeout;

    /// <summary>Makes a connection, not opened yet.</summary>
    public MySqlConnection Make()
    {
        var settings = new MySqlConnectionStringBuilder
        {
            UserID = options.User,
            AllowLoadLocalInfile = true,
            AllowPublicKeyRetrieval = options.TakesPublicKey,
            AutoEnlist = false,
            Pooling = false,
            ConnectionTimeout = Seconds(options.ConnectTimeout),
            DefaultCommandTimeout = Seconds(options.RequestTimeout),
            SslMode = Encryption,
        };
        switch (options.Server)
        {
            case UnixDomainSocketEndPoint socket:
                (settings.ConnectionProtocol, settings.Server) = (MySqlConnectionProtocol.UnixSocket, socket.ToString());
                break;
            case DnsEndPoint name:
                (settings.Server, settings.Port) = (name.Host, (uint)name.Port);
                break;
            case IPEndPoint address:
                (settings.Server, settings.Port) = (address.Address.ToString(), (uint)address.Port);
                break;
        }

        return new MySqlConnection(settings.ConnectionString)
        {
            ProvidePasswordCallback = _ => options.Password(),
            RemoteCertificateValidationCallback = (_, certificate, chain, errors) =>
                options.Tls.Trusts(certificate, chain, errors),
            ProvideClientCertificatesCallback = options.Tls.ClientCertificate is not { } own ? null : certificates =>
            {
                certificates.Add(own.TargetCertificate);
                return ValueTask.CompletedTask;
            },
        };
    }

    /// <summary>Whole seconds, as the driver takes them: one at least, since none means for ever.</summary>
    public static uint Seconds(TimeSpan time) => (uint)Math.Clamp(Math.Ceiling(time.TotalSeconds), 1, int.MaxValue / 1000);

    /// <summary>
    /// The driver asks a callback about a certificate under these modes alone, and that one knows what is to be checked.
    /// </summary>
    private MySqlSslMode Encryption => options.Server is UnixDomainSocketEndPoint
        ? MySqlSslMode.None
        : options.TlsMode switch
        {
            MySqlTlsMode.Disabled => MySqlSslMode.None,
            MySqlTlsMode.Preferred => MySqlSslMode.Preferred,
            _ => MySqlSslMode.Required
        };
}
