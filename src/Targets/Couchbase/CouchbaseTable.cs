using System.Buffers.Binary;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Couchbase.Cluster;
using DbIngest.Targets.Couchbase.Shapes;
using DbIngest.Targets.Documents;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Couchbase;

/// <summary>Where the records of a trial go, and what they look like there.</summary>
internal sealed class CouchbaseTable
{
    private CouchbaseTable(TrialTable table, CouchbaseDocumentShape shape, uint? collection, byte[] framing, int window)
    {
        (Table, Shape, Collection, Framing, Window) = (table, shape, collection, framing, window);
        Prefix = collection is { } id ? KvKeys.Prefix(id) : [];
        StoreExtras = new byte[8];
        BinaryPrimitives.WriteUInt32BigEndian(StoreExtras, shape.Flags);
    }

    /// <summary>What it is for.</summary>
    public TrialTable Table { get; }

    /// <summary>How records become values.</summary>
    public CouchbaseDocumentShape Shape { get; }

    /// <summary>The collection's number; null where the server has no collections.</summary>
    public uint? Collection { get; }

    /// <summary>What stands before each key.</summary>
    public byte[] Prefix { get; }

    /// <summary>The extras of each request that stores: flags, and no expiry.</summary>
    public byte[] StoreExtras { get; }

    /// <summary>The framing extras of each write: what its acknowledgement is to mean.</summary>
    public byte[] Framing { get; }

    /// <summary>Requests of a connection that may be unanswered.</summary>
    public int Window { get; }

    /// <summary>The table as it is on a cluster now.</summary>
    /// <param name="endpoint">How it is written to.</param>
    /// <param name="contract">What an acknowledgement is to mean.</param>
    /// <param name="cluster">The cluster, which is asked for the collection's number.</param>
    /// <param name="table">What it is for.</param>
    public static CouchbaseTable Of(CouchbaseEndpoint endpoint, DurabilityContract contract, CouchbaseCluster cluster,
        TrialTable table)
    {
        string? collection = BucketContent.CollectionOf(endpoint, cluster);
        return new CouchbaseTable(
            table,
            endpoint.Value switch
            {
                "binary" => new BinaryShape(table.Schema.ValueCount),
                "short" => new JsonShape(RecordNames.Short(table.Schema)),
                _ => new JsonShape(RecordNames.Full(table.Schema)),
            },
            collection is null ? null : cluster.CollectionId(endpoint.Scope, collection),
            CouchbaseContracts.Framing(contract),
            endpoint.Window);
    }
}
