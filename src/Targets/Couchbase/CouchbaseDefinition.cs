using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Couchbase.Cluster;
using DbIngest.Targets.Deploying;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Couchbase;

/// <summary>
/// Registers Couchbase, which is written through its key-value protocol by DbIngest's own client or by the vendor's driver.
/// Runs, <c>verify</c> and source processes open their targets by it, and <c>targets</c> probes servers. <c>TargetCatalog</c>
/// holds one instance for all runs of a process, and <c>Databases</c> puts the derived class with the driver into its place in
/// a build that has the driver. The definition must keep nothing of an open target. It starts no server, but opening a target
/// creates a missing bucket if the endpoint allows that.
/// </summary>
/// <param name="driver">Connects the vendor's driver (CouchbaseNetClient). Null in a build without it.</param>
public class CouchbaseDefinition(OpenDriver? driver) : ServerDefinition, IDeployable
{
    /// <summary>Registers the database without the vendor's driver.</summary>
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
    /// The notice follows "COUCHBASE, INC. LICENSE AGREEMENT", section 3.1, which the vendor ships with its present products.
    /// </summary>
    public override string LicenceNotice =>
        "Couchbase, Inc.'s licence agreement (section 3.1 (j) of its present form, for free and paid use) forbids both to use "
        + "the software for benchmarking and to publish the results: "
        + "read the licence of the edition that you have, and ask the vendor, before you measure or publish.";

    /// <inheritdoc/>
    public override IReadOnlyList<WriteClient> Clients { get; } =
    [
        new(WriteClient.Wire) { Operations = RecordOperations.All, IsDefault = true },
        OfficialDrivers.Client(OfficialDrivers.Package("CouchbaseNetClient", "CouchbaseDriverVersion"),
            driver is not null) with { Operations = RecordOperations.All },
    ];

    /// <inheritdoc/>
    public override EndpointOptions Options => CouchbaseOptions.All;

    /// <inheritdoc/>
    public override IReadOnlyList<DurabilityContract> Contracts => CouchbaseContracts.All;

    /// <inheritdoc/>
    public override IReadOnlyDictionary<string, string> LoadOf(string? endpoint) => CouchbaseEndpoint.Parse(endpoint).IsStudy
        ? StudyProfile.Load : base.LoadOf(endpoint);

    /// <inheritdoc/>
    public override bool AddsValues => true;

    /// <inheritdoc/>
    public override bool StartsServer => false;

    private protected override ServerAddress Local => CouchbaseEndpoint.Local;

    private protected override string Remedy =>
        "Start one (the vendor's package or container image), or name one by --endpoint couchbase://[USER@]HOST/BUCKET, with "
        + "the password in DBINGEST_COUCHBASE_PASSWORD.";

    private protected override OpenDriver? Driver => driver;

    private protected override ServerEndpoint Parse(string? endpoint) => CouchbaseEndpoint.Parse(endpoint);

    private protected override void Check(ServerEndpoint endpoint, DurabilityContract contract, WriteClient client)
    {
        if (((CouchbaseEndpoint)endpoint).Compresses && client.Name == WriteClient.Driver)
        {
            throw new ArgumentException(
                "--endpoint: compression=snappy is for --client wire, because the vendor's SDK sends documents uncompressed "
                + "here; leave one of the two out.");
        }
    }

    /// <summary>Logs in to the first node that answers, and to the bucket unless this run may create it.</summary>
    private protected override string Product(ServerEndpoint endpoint, ServerAddress address, TargetOptions options)
    {
        var couchbase = (CouchbaseEndpoint)endpoint;
        var connection = ConnectionOptions(couchbase, options);
        using var link = CouchbaseCluster.First(
            address.Nodes, couchbase.Creates ? connection with { Bucket = null } : connection);
        return "Couchbase Server";
    }

    private protected override ITarget Connect(ServerEndpoint endpoint, ServerOpening opening)
    {
        var couchbase = (CouchbaseEndpoint)endpoint;
        var connection = ConnectionOptions(couchbase, opening.Options);
        var reader = new ClusterMapReader(couchbase.IsEncrypted, couchbase.IsExternal);
        var cluster = BucketContent.Open(couchbase, connection, reader, opening.Options.Cancellation);
        CouchbaseContracts.Check(opening.Contract, cluster.Features);
        if (couchbase.Compresses && !cluster.Features.Contains(KvFeature.Snappy))
        {
            throw new TargetException(
                "The server does not accept compressed documents, which compression=snappy needs: take a Couchbase Server of "
                + "5.5 or newer, or leave it out.");
        }

        _ = BucketContent.CollectionOf(couchbase, cluster);
        var walk = KeyWalk.Find(cluster);
        var rest = ClusterRest.Find(couchbase.Hosts, connection, reader);
        try
        {
            return new CouchbaseTarget(opening, couchbase, cluster, rest, walk);
        }
        catch
        {
            rest.Dispose();
            throw;
        }
    }

    private protected override TargetException Failure(string what, WireException error) =>
        CouchbaseErrors.OfTarget(what, error);

    /// <summary>Derives how each connection is made, also for the vendor's driver.</summary>
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
