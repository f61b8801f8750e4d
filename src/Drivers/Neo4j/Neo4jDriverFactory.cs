using System.Net.Security;
using System.Security.Cryptography.X509Certificates;
using DbIngest.Targets.Neo4j;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Bolt;
using Neo4j.Driver;

namespace DbIngest.Drivers.Neo4j;

/// <summary>
/// Creates Neo4j drivers for one server with login, encryption and time-outs of this project's own client. Each
/// <see cref="Neo4jDriverSession"/> gets a new driver from it. A driver must have one connection only, so that the server lists
/// the connection of a lost writer by its name.
/// </summary>
/// <param name="connection">Server, login, encryption and time-outs.</param>
internal sealed class Neo4jDriverFactory(BoltConnectionOptions connection)
{
    /// <summary>Creates a driver, which connects on first use.</summary>
    /// <param name="name">Unique name, by which the server lists the driver's connection.</param>
    public IDriver Make(string name) => GraphDatabase.Driver(
        new Uri(new ServerAddress(Neo4jEndpoint.Plain, connection.Server).ToString()),
        connection.User is { } user ? AuthTokens.Basic(user, connection.Password()) : AuthTokens.None,
        config =>
        {
            config
                .WithUserAgent($"{connection.Agent} {name}")
                .WithMaxConnectionPoolSize(1)
                .WithConnectionTimeout(connection.ConnectTimeout)
                .WithConnectionAcquisitionTimeout(connection.RequestTimeout)
                .WithTelemetryDisabled()
                .WithEncryptionLevel(connection.Tls is null ? EncryptionLevel.None : EncryptionLevel.Encrypted);
            if (connection.Tls is { } tls)
            {
                config.WithTrustManager(new OurTrust(tls));
            }
        });

    /// <summary>Applies the same certificate check as this project's own client.</summary>
    private sealed class OurTrust(TlsOptions tls) : TrustManager
    {
        public override bool ValidateServerCertificate(Uri uri, X509Certificate2 certificate, X509Chain chain,
            SslPolicyErrors sslPolicyErrors) =>
            tls.Trusts(certificate, chain, sslPolicyErrors);
    }
}
