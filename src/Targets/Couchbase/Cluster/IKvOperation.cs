using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Couchbase.Cluster;

/// <summary>One request for each of some rows, as <see cref="KvPipeline"/> sends them.</summary>
internal interface IKvOperation
{
    /// <summary>How many rows there are.</summary>
    int Count { get; }

    /// <summary>Whether nothing is to be sent for a row.</summary>
    /// <param name="row">The row.</param>
    bool IsDone(int row);

    /// <summary>Writes the key of a row, without its collection's number.</summary>
    /// <param name="row">The row.</param>
    /// <param name="key">Room for it.</param>
    /// <returns>Its length.</returns>
    int WriteKey(int row, Span<byte> key);

    /// <summary>Begins the request of a row, and writes its value.</summary>
    /// <param name="link">The connection.</param>
    /// <param name="vBucket">The vBucket.</param>
    /// <param name="row">The row; what the answer is told by.</param>
    /// <param name="key">The key.</param>
    void Append(KvConnection link, int vBucket, int row, ReadOnlySpan<byte> key);

    /// <summary>Takes the answer to a row's request, whatever it is but that another node has the vBucket.</summary>
    /// <param name="row">The row.</param>
    /// <param name="answer">The answer.</param>
    /// <returns>Why the row has failed; null where it has not.</returns>
    KvServerException? Take(int row, KvAnswer answer);
}
