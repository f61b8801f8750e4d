using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Couchbase.Cluster;
using DbIngest.Targets.Deploying;
using DbIngest.Wire;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Couchbase;

/// <summary>Couchbase: a bucket of a cluster, written to by the key-value protocol.</summary>
/// <param name="driver">Opens the vendor's driver; null in a build without it.</param>
public class CouchbaseDefinition(OpenDriver? driver) : TargetDefinition, IDeployable
{
    private static readonly TimeSpan ProbeTimeout = TimeSpan.FromSeconds(2);

    /// <summary>The database with our own client alone.</summary>
    public CouchbaseDefinition()
        : this(driver: null)
    {
    }

    /// <inheritdoc/>
    public override string Name => "couchbase";

    /// <inheritdoc/>
    public DeploymentRecipes Deploying => CouchbaseContainer.Recipes;

    /// <inheritdoc/>
    public override string Summary => "Couchbase (key-value protocol, pipelined, one document a record)";

    /// <inheritdoc/>
    public override DataModel Model => DataModel.Document;

    /// <inheritdoc/>
    public override string Needs =>
        "a server at localhost:11210, or --endpoint couchbase[s]://[USER@]HOST[:PORT][,...][/BUCKET][?create=true&...]; the "
        + "password in DBINGEST_COUCHBASE_PASSWORD. "
        + "A cluster for a run (--nodes) needs the vendor's container image, and is not started from here";

    /// <summary>
    /// From "COUCHBASE, INC. LICENSE AGREEMENT", section 3.1, as the vendor ships it with its products of today.
    /// </summary>
    public override string LicenceNotice =>
        "Couchbase, Inc.'s licence agreement (section 3.1 (j) of its present form, for free and paid use) forbids both to use "
        + "the software for benchmarking and to publish the results: "
        + "read the licence of the edition that you have, and ask the vendor, before you measure or publish.";

    /// <inheritdoc/>
    public override IReadOnlyList<WriteClient> Clients { get; } =
    [
        new(WriteClient.Wire) { Operations = RecordOperations.ReadsAndWrites, IsDefault = true },
        OfficialDrivers.Client(OfficialDrivers.Package("CouchbaseNetClient", "CouchbaseDriverVersion"),
            driver is not null) with { Operations = RecordOperations.ReadsAndWrites },
    ];

    /// <inheritdoc/>
    public override EndpointOptions Options => CouchbaseOptions.All;

    /// <inheritdoc/>
    public override IReadOnlyList<DurabilityContract> Contracts => CouchbaseContracts.All;

    /// <inheritdoc/>
    public override IReadOnlyDictionary<string, string> LoadOf(string? endpoint) => CouchbaseEndpoint.Parse(endpoint).IsStudy
        ? StudyProfile.Load : base.LoadOf(endpoint);

    /// <inheritdoc/>
    public override ITarget Open(TargetOptions options)
    {
        var contract = Contract(options.Durability);
        var client = Client(options.Client);
        var endpoint = CouchbaseEndpoint.Parse(options.Endpoint);
        if (endpoint.Compresses && client.Name == WriteClient.Driver)
        {
            throw new TargetException(
                "--endpoint: compression=snappy is for --client wire; the vendor's SDK sends documents as they are here. "
                + "Leave one of the two out.");
        }

        try
        {
            return CouchbaseTarget.Connect(
                Name,
                contract,
                endpoint,
                ConnectionOptions(endpoint, options),
                client.Name == WriteClient.Driver ? at => driver!(at, contract, options) : null,
                options.Cancellation);
        }
        catch (ConnectionLostException exception) when (endpoint.Address is null)
        {
            throw new TargetException(
                $"There is no Couchbase to use: no server answers at localhost:{CouchbaseAddress.PlainPort} "
                + $"({exception.Message}). Either start one (the vendor's package or container image), "
                + "or name one by --endpoint couchbase://HOST/BUCKET, its user by couchbase://USER@HOST/BUCKET, with the "
                + "password in DBINGEST_COUCHBASE_PASSWORD.",
                exception,
                isUnreachable: true);
        }
        catch (WireException exception)
        {
            throw CouchbaseErrors.OfTarget(
                $"Couchbase at {endpoint.Address?.ToString() ?? $"localhost:{CouchbaseAddress.PlainPort}"} cannot be used",
                exception);
        }
    }

    /// <inheritdoc/>
    public override TargetAvailability Probe(TargetOptions options)
    {
        try
        {
            var endpoint = CouchbaseEndpoint.Parse(options.Endpoint);
            var connection = ConnectionOptions(endpoint, options) with
            {
                ConnectTimeout = ProbeTimeout,
                RequestTimeout = ProbeTimeout,
                Bucket = endpoint.Creates ? null : endpoint.Bucket
            };
            using var link = CouchbaseCluster.First(endpoint.Hosts, connection);
            return new(true, $"a server answers at {CouchbaseAddress.Show(link.Server)}");
        }
        catch (WireException exception)
        {
            return new(false, CouchbaseErrors.OfTarget("No server can be used", exception).Message);
        }
        catch (Exception exception) when (exception is TargetException or ArgumentException)
        {
            return new(false, exception.Message);
        }
    }

    /// <summary>How connections are made to a cluster.</summary>
    internal static KvConnectionOptions ConnectionOptions(CouchbaseEndpoint endpoint, TargetOptions options) => new()
    {
        ConnectTimeout = endpoint.ConnectTimeoutMs is { } given ? TimeSpan.FromMilliseconds(given) : options.ConnectTimeout,
        RequestTimeout = options.RequestTimeout,
        Bucket = endpoint.Bucket,
        Compresses = endpoint.Compresses,
        Credentials = new KvCredentials(endpoint.User, () => options.Password?.Reveal() ?? string.Empty, endpoint.Mechanism),
        Tls = endpoint.IsEncrypted
            ? new TlsOptions
            {
                Authorities = CertificateFiles.Authorities("trust_certificate", endpoint.Authority),
                AcceptsAnyCertificate = endpoint.AcceptsAnyCertificate,
            }
            : null,
    };
}
