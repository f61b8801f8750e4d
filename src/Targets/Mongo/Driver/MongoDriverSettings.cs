using System.Net;
using DbIngest.Abstractions.Targets;
using MongoDB.Driver;
using MongoDB.Driver.Core.Compression;
using MongoDB.Driver.Core.Configuration;

namespace DbIngest.Targets.Mongo;

/// <summary>
/// Derives the driver's settings from an endpoint. Servers, login, encryption and timeouts must stay those of DbIngest's own
/// client, so that both clients are compared fairly. <see cref="MongoDriverPath"/> calls it once. The driver's own retries stay
/// off, because the pipeline retries and counts.
/// </summary>
internal static class MongoDriverSettings
{
    private const int DefaultPoolSize = 100;

    /// <summary>Derives the settings. Contacts no server.</summary>
    /// <param name="endpoint">The servers, which must be named, and how to connect.</param>
    /// <param name="contract">The durability level, which becomes the write concern.</param>
    /// <param name="options">Password, timeouts, and the connections of a trial: each lane needs one of the pool.</param>
    /// <exception cref="ArgumentException">The endpoint names a Unix socket, which the driver does not take here.</exception>
    public static MongoClientSettings Of(MongoEndpoint endpoint, DurabilityContract contract, TargetOptions options)
    {
        var ours = MongoDefinition.ConnectionOptions(endpoint, options);
        var settings = new MongoClientSettings
        {
            Servers = endpoint.Address!.Nodes.Select(Address),
            ReplicaSetName = endpoint.SetName,
            DirectConnection = endpoint.IsDirect,
            ApplicationName = endpoint.ApplicationName,
            WriteConcern = Concern(contract, endpoint.WriteTimeoutMs),
            RetryWrites = false,
            RetryReads = false,
            MaxConnectionPoolSize = Math.Max(DefaultPoolSize, options.Connections ?? 0),
            ConnectTimeout = ours.ConnectTimeout,

            // The driver's default is the connect timeout. When a busy machine keeps the driver's monitor waiting that long, the
            // driver cuts batches under way, although the server still works on them.
            HeartbeatTimeout = ours.RequestTimeout,
            ServerSelectionTimeout = ours.ConnectTimeout,
            SocketTimeout = ours.RequestTimeout,
            WaitQueueTimeout = ours.RequestTimeout,
        };
        if (endpoint.ZlibLevel is { } level)
        {
            var zlib = new CompressorConfiguration(CompressorType.Zlib);
            zlib.Properties["Level"] = level;
            settings.Compressors = [zlib];
        }

        if (endpoint.IsByCertificate)
        {
            settings.Credential = MongoCredential.CreateMongoX509Credential(endpoint.User);
        }
        else if (endpoint.User is { } user)
        {
            string password = options.Password?.Reveal() ?? string.Empty;
            settings.Credential = endpoint.Mechanism is { } mechanism
                ? new MongoCredential(mechanism, new MongoInternalIdentity(endpoint.AuthenticationSource, user),
                    new PasswordEvidence(password))
                : MongoCredential.CreateCredential(endpoint.AuthenticationSource, user, password);
        }

        if (ours.Tls is { } tls)
        {
            settings.UseTls = true;
            settings.SslSettings = new SslSettings
            {
                // Certificates follow the same rule as in DbIngest's own client.
                ServerCertificateValidationCallback = (_, certificate, chain, errors) => tls.Trusts(certificate, chain, errors),
                ClientCertificates = tls.ClientCertificate is { } mine ? [mine.TargetCertificate] : [],
                CheckCertificateRevocation = false,
            };
        }

        return settings;
    }

    private static WriteConcern Concern(DurabilityContract contract, int timeoutMs)
    {
        var concern = contract.Name == "majority" ? WriteConcern.WMajority.With(journal: true)
            : WriteConcern.W1.With(journal: contract.Name != "w1");
        return timeoutMs > 0 ? concern.With(wTimeout: TimeSpan.FromMilliseconds(timeoutMs)) : concern;
    }

    private static MongoServerAddress Address(EndPoint server) => server switch
    {
        DnsEndPoint dns => new MongoServerAddress(dns.Host, dns.Port),
        IPEndPoint ip => new MongoServerAddress(ip.Address.ToString(), ip.Port),
        _ => throw new ArgumentException(
            "--client driver: this driver connects to HOST:PORT only, not to a Unix socket."),
    };
}
