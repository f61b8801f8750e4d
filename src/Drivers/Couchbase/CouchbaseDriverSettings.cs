using System.Globalization;
using Couchbase;
using Couchbase.Core.CircuitBreakers;
using Couchbase.Core.IO.Authentication.Authenticators;
using Couchbase.Core.IO.Transcoders;
using Couchbase.Core.Retry;
using Couchbase.KeyValue;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Couchbase;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Drivers.Couchbase;

/// <summary>
/// The driver's settings for an endpoint: the same cluster, login, encryption and time-outs as our own client's, and every limit that it has of its own and does not speak of set to what
/// is written here: a figure of the driver must not be one of its defaults.
/// </summary>
internal static class CouchbaseDriverSettings
{
    /// <summary>Connections to each node, for all writers together: as many as there are sources by default. (The driver has 2 to 5, as its load rises.)</summary>
    private const int Connections = 8;

    /// <summary>Requests that may wait for a connection of a node, all writers together; the driver refuses those beyond 1,024.</summary>
    private const uint SendQueue = 1 << 20;

    private static readonly TimeSpan ShortestDurabilityTimeout = TimeSpan.FromSeconds(1.5);
    private static readonly TimeSpan LongestDurabilityTimeout = TimeSpan.FromSeconds(65);

    /// <summary>What was set, for the description.</summary>
    public static IReadOnlyDictionary<string, string> Shown(CouchbaseEndpoint endpoint) => new Dictionary<string, string>
    {
        ["driver_connections_a_node"] = $"{Connections}, fixed (its default: 2 to 5)",
        ["driver_in_flight_a_connection"] = string.Create(CultureInfo.InvariantCulture, $"{endpoint.Window} (its default: 16)"),
        ["driver_send_queue"] = string.Create(CultureInfo.InvariantCulture, $"{SendQueue} (its default: 1024)"),
        ["driver_in_flight_a_writer"] = endpoint.Window.ToString(CultureInfo.InvariantCulture),
        ["driver_tracing"] = "off: spans, thresholds, orphans, meters and telemetry (its default: on)",
        ["driver_mutation_tokens"] = "off (its default: on)",
        ["driver_compression"] = "off (its default: snappy)",
        ["driver_retries"] = "none but for a map that changed: the pipeline retries and counts (its default: best effort)",
        ["write"] = "InsertAsync of bytes, one call a record",
    };

    /// <summary>The driver's options.</summary>
    /// <param name="endpoint">Where, and how it is written to.</param>
    /// <param name="options">How the target was opened.</param>
    public static ClusterOptions Of(CouchbaseEndpoint endpoint, TargetOptions options)
    {
        var ours = CouchbaseDefinition.ConnectionOptions(endpoint, options);
        var settings = new ClusterOptions
        {
            ConnectionString = $"{(endpoint.IsEncrypted ? "couchbases" : "couchbase")}://{string.Join(',', endpoint.Hosts.Select(CouchbaseAddress.Show))}",
            Transcoder = endpoint.Value == "binary" ? new RawBinaryTranscoder() : new RawJsonTranscoder(),
            NetworkResolution = endpoint.IsExternal ? NetworkResolution.External : NetworkResolution.Default,
            EnableDnsSrvResolution = false,
            NumKvConnections = Connections,
            MaxKvConnections = Connections,
            KvSendQueueCapacity = SendQueue,
            KvConnectTimeout = ours.ConnectTimeout,
            KvTimeout = ours.RequestTimeout,
            KvDurabilityTimeout = DurabilityTimeout(ours.RequestTimeout),
            ManagementTimeout = ours.RequestTimeout,
            EnableMutationTokens = false,
            EnableOperationDurationTracing = false,
            Compression = false,
            RetryStrategy = new FailFastRetryStrategy(),
            CircuitBreakerConfiguration = new CircuitBreakerConfiguration { Enabled = false },
        };
        settings.WithAuthenticator(new PasswordAuthenticator(ours.Credentials!.User, ours.Credentials.RevealPassword(), endpoint.IsEncrypted));
        settings.Tuning.MaximumInFlightOperationsPerConnection = endpoint.Window;
        settings.TracingOptions.Enabled = false;
        settings.ThresholdOptions.Enabled = false;
        settings.OrphanTracingOptions.Enabled = false;
        settings.LoggingMeterOptions.Enabled(false);
        settings.AppTelemetry.Enabled = false;
        if (ours.Tls is { } tls)
        {
            // By the same rule as our own client's.
            settings.TlsSettings.KvCertificateValidationCallback = (_, certificate, chain, errors) => tls.Trusts(certificate, chain, errors);
            settings.TlsSettings.HttpCertificateValidationCallback = (_, certificate, chain, errors) => tls.Trusts(certificate, chain, errors);
        }

        return settings;
    }

    /// <summary>How long a synchronous write may take: within what the server allows.</summary>
    public static TimeSpan DurabilityTimeout(TimeSpan request) =>
        request < ShortestDurabilityTimeout ? ShortestDurabilityTimeout : request > LongestDurabilityTimeout ? LongestDurabilityTimeout : request;

    /// <summary>What a write waits for.</summary>
    public static DurabilityLevel Level(DurabilityContract contract) => CouchbaseContracts.Level(contract) switch
    {
        KvDurability.Majority => DurabilityLevel.Majority,
        KvDurability.MajorityAndPersistToActive => DurabilityLevel.MajorityAndPersistToActive,
        KvDurability.PersistToMajority => DurabilityLevel.PersistToMajority,
        _ => DurabilityLevel.None,
    };
}
