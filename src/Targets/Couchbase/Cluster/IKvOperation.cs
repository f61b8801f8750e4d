using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Couchbase.Cluster;

/// <summary>
/// A group of requests, one per row, that <see cref="KvPipeline"/> sends together. It says which key each request has and takes
/// its answer. <c>CouchbaseWriter</c>, <c>KeyedRequests</c>, <c>CouchbaseStoredCheck</c> and <c>CouchbaseAudit</c> pass one to
/// <see cref="KvPipeline.Run"/>, on one thread. Row numbers travel with requests, so they must not change during a run.
/// </summary>
internal interface IKvOperation
{
    /// <summary>Number of rows.</summary>
    int Count { get; }

    /// <summary>Tells whether a row needs no request, for example because it was acknowledged before a repetition.</summary>
    /// <param name="row">The row, from 0.</param>
    bool IsDone(int row);

    /// <summary>Writes the key of a row, without the collection's number.</summary>
    /// <param name="row">The row, from 0.</param>
    /// <param name="key">Receives the key.</param>
    /// <returns>Length of the key in bytes.</returns>
    int WriteKey(int row, Span<byte> key);

    /// <summary>Appends the request of a row to the connection's buffer.</summary>
    /// <param name="link">The connection to the node that owns the key.</param>
    /// <param name="vBucket">The key's vBucket.</param>
    /// <param name="row">The row, which the answer repeats.</param>
    /// <param name="key">The key.</param>
    void Append(KvConnection link, int vBucket, int row, ReadOnlySpan<byte> key);

    /// <summary>Takes the answer to a row's request. <see cref="KvPipeline"/> handles "not my vBucket" itself.</summary>
    /// <param name="row">The row.</param>
    /// <param name="answer">The answer.</param>
    /// <returns>Why the row failed. Null if it did not.</returns>
    KvServerException? Take(int row, KvMessage answer);
}
