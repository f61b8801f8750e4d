using Couchbase;
using Couchbase.Diagnostics;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Couchbase;
using DbIngest.Targets.Couchbase.Cluster;
using DbIngest.Wire;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Drivers.Couchbase;

/// <summary>
/// Opens writers that use the Couchbase driver, for <c>--client driver</c>: one cluster object for all writers, as the vendor
/// recommends. <c>ServerTarget</c> opens one when it opens itself, and passes each new table to it before it asks for writers.
/// Where the bucket is created anew for each table, it connects the driver anew. Several threads may call
/// <see cref="OpenWriter"/> at once.
/// </summary>
internal sealed class CouchbaseDriverPath : IWritePath
{
    private readonly CouchbaseEndpoint _endpoint;
    private readonly DurabilityContract _contract;
    private readonly TargetOptions _options;
    private readonly CouchbaseCluster _ours;
    private ICluster? _cluster;
    private IBucket? _bucket;
    private CouchbaseTable? _table;

    private CouchbaseDriverPath(string endpoint, DurabilityContract contract, TargetOptions options)
    {
        _endpoint = CouchbaseEndpoint.Parse(endpoint);
        (_contract, _options) = (contract, options);
        if (_endpoint.Mechanism is not null)
        {
            throw new ArgumentException(
                "--client driver: the driver chooses how to log in by itself; leave sasl_mech_force out.");
        }

        // This project's own client reads the collection's id and the fate of batches.
        _ours = CouchbaseCluster.Connect(_endpoint.Hosts, CouchbaseDefinition.ConnectionOptions(_endpoint, options),
            new ClusterMapReader(_endpoint.IsEncrypted, _endpoint.IsExternal));
    }

    /// <inheritdoc/>
    public string Client => WriteClient.Driver;

    /// <inheritdoc/>
    public string Version => $"CouchbaseNetClient {BuildStamp.Of(typeof(Cluster)).Number}";

    /// <inheritdoc/>
    public IReadOnlyDictionary<string, string> Settings => CouchbaseDriverSettings.Shown(_endpoint);

    /// <summary>Connects the driver. Registered as <see cref="Targets.OpenDriver"/>.</summary>
    public static IWritePath Open(string endpoint, DurabilityContract contract, TargetOptions options)
    {
        try
        {
            var path = new CouchbaseDriverPath(endpoint, contract, options);
            path.Connect();
            return path;
        }
        catch (WireException exception)
        {
            throw CouchbaseErrors.OfTarget("The driver cannot be used", exception);
        }
    }

    /// <inheritdoc/>
    public void Use(TrialTable table)
    {
        var used = new CouchbaseTable(_endpoint, _contract, table);
        try
        {
            _ours.Refresh();
            used.Locate(_ours);
        }
        catch (WireException exception)
        {
            throw CouchbaseErrors.OfTarget("The driver cannot use the bucket", exception);
        }

        _table = used;
        if (_endpoint.Reset == "bucket" && table.Schema.AddedCount == 0)
        {
            // The bucket that the driver had opened is deleted. The driver does not look for a new one with the same name. Values
            // that are added to the records (--add-values) leave the bucket as it is, and other writers use the driver meanwhile.
            Dispose();
        }

        Connect();
    }

    /// <inheritdoc/>
    public IBatchWriter OpenWriter(int source, CancellationToken cancellation = default)
    {
        try
        {
            string? collection = BucketContent.CollectionOf(_endpoint, _ours);
            var place = collection is null ? _bucket!.DefaultCollection() : _bucket!.Scope(_endpoint.Scope)
                .Collection(collection);
            return new CouchbaseDriverWriter(place, _table!, _ours, CouchbaseDriverSettings.Level(_contract),
                _options.RequestTimeout, cancellation);
        }
        catch (WireException exception)
        {
            throw CouchbaseErrors.OfTarget("No writer can be opened", exception);
        }
        catch (Exception exception) when (CouchbaseDriverErrors.IsOfDriver(exception))
        {
            throw CouchbaseDriverErrors.OfTarget("No writer can be opened", exception);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _cluster?.Dispose();
        (_cluster, _bucket) = (null, null);
    }

    private void Connect()
    {
        if (_cluster is not null)
        {
            return;
        }

        try
        {
            _cluster = Cluster.ConnectAsync(CouchbaseDriverSettings.Of(_endpoint, _options)).GetAwaiter().GetResult();
            _bucket = _cluster.BucketAsync(_endpoint.Bucket).AsTask().GetAwaiter().GetResult();
            _bucket.WaitUntilReadyAsync(_options.ConnectTimeout, new WaitUntilReadyOptions().ServiceTypes(ServiceType.KeyValue))
                .GetAwaiter().GetResult();
        }
        catch (Exception exception) when (CouchbaseDriverErrors.IsOfDriver(exception))
        {
            Dispose();
            throw CouchbaseDriverErrors.OfTarget("The driver cannot be used", exception);
        }
    }
}
