using System.Net;
using System.Net.Sockets;
using DbIngest.Wire.MySql;
using MySqlConnector;
using MySqlConnection = MySqlConnector.MySqlConnection;

namespace DbIngest.Targets.MySql;

/// <summary>
/// Creates connections of the vendor's driver with the same login, encryption and time-outs as DbIngest's own client, so that
/// both clients are compared fairly. <see cref="MySqlDriverSession"/> asks it for one per writer. Pooling is off.
/// </summary>
/// <param name="options">Options of DbIngest's own client.</param>
internal sealed class DriverConnections(MySqlConnectionOptions options)
{
    /// <summary>Time-out of a request.</summary>
    public TimeSpan Timeout => options.RequestTimeout;

    /// <summary>Creates a connection, which the caller opens.</summary>
    public MySqlConnection Make()
    {
        var settings = new MySqlConnectionStringBuilder
        {
            UserID = options.User,
            AllowLoadLocalInfile = true,
            AllowPublicKeyRetrieval = options.TakesPublicKey,
            AutoEnlist = false,

            // A conditional update counts the rows that its condition found, as with our own client.
            UseAffectedRows = false,
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

    /// <summary>Whole seconds for the driver, at least 1, because 0 means no time-out.</summary>
    public static uint Seconds(TimeSpan time) => (uint)Math.Clamp(Math.Ceiling(time.TotalSeconds), 1, int.MaxValue / 1000);

    /// <summary>
    /// The driver's encryption mode. Only with these modes does it ask the callback, which decides what to check.
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
