using System.Net;
using System.Net.Sockets;
using DbIngest.Wire.MySql;
using MySqlConnector;
using MySqlConnection = MySqlConnector.MySqlConnection;

namespace DbIngest.Targets.MySql;

/// <summary>
/// Creates connections of the vendor's driver with the same login, encryption and timeouts as DbIngest's own client: they must
/// stay the same, so that both clients are compared fairly. <see cref="MySqlDriverPath"/> makes one object for all its writers.
/// <see cref="MySqlDriverSession"/> asks for a connection per writer, and for another after a loss. Pooling must stay off.
/// </summary>
/// <param name="options">Options of DbIngest's own client.</param>
internal sealed class DriverConnections(MySqlConnectionOptions options)
{
    /// <summary>Timeout of a request.</summary>
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

            // A conditional update then counts the rows that its condition matched, changed or not, as DbIngest's own client
            // does.
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

    /// <summary>
    /// Rounds a timeout up to whole seconds for the driver: at least 1, because 0 means no timeout, and at most 2,147,483.
    /// </summary>
    public static uint Seconds(TimeSpan time) => (uint)Math.Clamp(Math.Ceiling(time.TotalSeconds), 1, int.MaxValue / 1000);

    /// <summary>
    /// The driver's encryption mode. Of the encrypting modes, only Preferred and Required let the driver ask the certificate
    /// callback of <see cref="Make"/>, which decides what to check as DbIngest's own client does. Never return another mode.
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
