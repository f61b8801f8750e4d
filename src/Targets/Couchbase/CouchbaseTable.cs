using System.Buffers.Binary;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Couchbase.Cluster;
using DbIngest.Targets.Couchbase.Shapes;
using DbIngest.Targets.Documents;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Couchbase;

/// <summary>
/// Holds collection, document shape and durability level of a trial's records. <see cref="CouchbaseTarget"/> and
/// <c>CouchbaseDriverPath</c> create one per trial, and writers and audit share it. Immutable after <see cref="Locate"/>, which
/// must precede all of them.
/// </summary>
internal sealed class CouchbaseTable
{
    private readonly CouchbaseEndpoint _endpoint;

    /// <summary>Derives all but the collection's number. <see cref="Locate"/> must follow before any use.</summary>
    /// <param name="endpoint">How to store records.</param>
    /// <param name="contract">The durability level.</param>
    /// <param name="table">The trial's table.</param>
    public CouchbaseTable(CouchbaseEndpoint endpoint, DurabilityContract contract, TrialTable table)
    {
        (_endpoint, Table) = (endpoint, table);

        // A probe that was opened before the addition reads records from after it.
        bool mayGrow = table.GetsValues && table.Schema.AddedCount == 0;
        Shape = endpoint.Value switch
        {
            "binary" => new BinaryShape(table.Schema.ValueCount, table.Schema.AddedCount, mayGrow),
            "short" => new JsonShape(RecordNames.Short(table.Schema), mayGrow),
            _ => new JsonShape(RecordNames.Full(table.Schema), mayGrow),
        };
        (Framing, Window) = (CouchbaseContracts.Framing(contract), endpoint.Window);
        StoreExtras = new byte[8];
        BinaryPrimitives.WriteUInt32BigEndian(StoreExtras, Shape.Flags);
    }

    /// <summary>The trial's table.</summary>
    public TrialTable Table { get; }

    /// <summary>Encodes records as documents.</summary>
    public CouchbaseDocumentShape Shape { get; }

    /// <summary>Number of the collection. Null if the server has no collections.</summary>
    public uint? Collection { get; private set; }

    /// <summary>Bytes before each key: the encoded number of the collection.</summary>
    public byte[] Prefix { get; private set; } = [];

    /// <summary>Extras of each storing request: flags, and an expiry of 0 (never).</summary>
    public byte[] StoreExtras { get; }

    /// <summary>Framing extras of each write: its durability level.</summary>
    public byte[] Framing { get; }

    /// <summary>Largest number of unanswered requests per connection.</summary>
    public int Window { get; }

    /// <summary>Asks the cluster for the collection's number, which changes each time the collection is created.</summary>
    /// <param name="cluster">The cluster.</param>
    /// <exception cref="KvServerException">The collection does not exist.</exception>
    public void Locate(CouchbaseCluster cluster)
    {
        Collection = BucketContent.CollectionOf(_endpoint, cluster) is { } name
            ? cluster.CollectionId(_endpoint.Scope, name) : null;
        Prefix = Collection is { } id ? KvKeys.Prefix(id) : [];
    }
}
