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
/// Settings of the Couchbase driver for an endpoint: cluster, login, encryption and time-outs of this project's own client,
/// and explicit values for all of the driver's own limits, so that no figure depends on an unknown default.
/// <see cref="CouchbaseDriverPath"/> reads them each time it connects. A changed limit must change its text in
/// <see cref="Shown"/>, which the manifest stores.
/// </summary>
internal static class CouchbaseDriverSettings
{
    /// <summary>
    /// Connections per node for all writers together, the default number of sources. The driver's default is 2 to 5, by load.
    /// </summary>
    private const int Connections = 8;

    /// <summary>
    /// Requests that may wait for a node's connections, all writers together. By default the driver rejects those beyond 1,024.
    /// </summary>
    private const uint SendQueue = 1 << 20;

    private static readonly TimeSpan ShortestDurabilityTimeout = TimeSpan.FromSeconds(1.5);
    private static readonly TimeSpan LongestDurabilityTimeout = TimeSpan.FromSeconds(65);

    /// <summary>The settings, for the manifest.</summary>
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
    /// <param name="endpoint">Nodes, user, encryption and document format.</param>
    /// <param name="options">Password and time-outs.</param>
    public static ClusterOptions Of(CouchbaseEndpoint endpoint, TargetOptions options)
    {
        var ours = CouchbaseDefinition.ConnectionOptions(endpoint, options);
        var settings = new ClusterOptions
        {
            ConnectionString =
                $"{(endpoint.IsEncrypted ? "couchbases" : "couchbase")}://{string.Join(',', endpoint.Hosts.Select(CouchbaseAddress.Show))}",
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
        settings.WithAuthenticator(
            new PasswordAuthenticator(ours.Credentials!.User, ours.Credentials.RevealPassword(), endpoint.IsEncrypted));
        settings.Tuning.MaximumInFlightOperationsPerConnection = endpoint.Window;
        settings.TracingOptions.Enabled = false;
        settings.ThresholdOptions.Enabled = false;
        settings.OrphanTracingOptions.Enabled = false;
        settings.LoggingMeterOptions.Enabled(false);
        settings.AppTelemetry.Enabled = false;
        if (ours.Tls is { } tls)
        {
            // The same certificate check as this project's own client.
            settings.TlsSettings.KvCertificateValidationCallback = (_, certificate, chain, errors) =>
                tls.Trusts(certificate, chain, errors);
            settings.TlsSettings.HttpCertificateValidationCallback = (_, certificate, chain, errors) =>
                tls.Trusts(certificate, chain, errors);
        }

        return settings;
    }

    /// <summary>Time-out of a synchronous write, within the server's limits.</summary>
    public static TimeSpan DurabilityTimeout(TimeSpan request) =>
        request < ShortestDurabilityTimeout ? ShortestDurabilityTimeout : request > LongestDurabilityTimeout
            ? LongestDurabilityTimeout : request;

    /// <summary>The driver's durability level.</summary>
    public static DurabilityLevel Level(DurabilityContract contract) => CouchbaseContracts.Level(contract) switch
    {
        KvDurability.Majority => DurabilityLevel.Majority,
        KvDurability.MajorityAndPersistToActive => DurabilityLevel.MajorityAndPersistToActive,
        KvDurability.PersistToMajority => DurabilityLevel.PersistToMajority,
        _ => DurabilityLevel.None,
    };
}
