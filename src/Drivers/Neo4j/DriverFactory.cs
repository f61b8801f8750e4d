using System.Net.Security;
using System.Security.Cryptography.X509Certificates;
using DbIngest.Targets.Neo4j;
using DbIngest.Wire;
using DbIngest.Wire.Bolt;
using Neo4j.Driver;

namespace DbIngest.Drivers.Neo4j;

/// <summary>Makes drivers for a server, with the login, encryption and time-outs of our own client.</summary>
/// <param name="place">The server.</param>
/// <param name="connection">How our own client connects to it.</param>
internal sealed class DriverFactory(Neo4jPlace place, BoltConnectionOptions connection)
{
    /// <summary>Makes a driver, which connects when it is used.</summary>
    /// <param name="name">What the server lists it as, behind our name.</param>
    public IDriver Make(string name) => GraphDatabase.Driver(
        new Uri((place with { Encryption = Neo4jEncryption.None, User = null }).ToString()),
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

    /// <summary>The same rule as our own client's.</summary>
    private sealed class OurTrust(TlsOptions tls) : TrustManager
    {
        public override bool ValidateServerCertificate(Uri uri, X509Certificate2 certificate, X509Chain chain, SslPolicyErrors sslPolicyErrors) =>
            tls.Trusts(certificate, chain, sslPolicyErrors);
    }
}
