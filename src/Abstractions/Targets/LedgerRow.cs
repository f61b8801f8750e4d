namespace DbIngest.Abstractions.Targets;

/// <summary>
/// One request of a service, as its ledger stores it beside the records (<see cref="IRequestLedger"/>). <c>RequestIdentity</c>
/// creates one per request, or per point of the line protocol, if the store keeps a ledger. The service refuses a request whose
/// key the ledger has with other content. Key and content are digests, so that no text of a client reaches a statement of the
/// database. Source, first sequence number and number of records say what the request stored. Immutable.
/// </summary>
/// <param name="key">Digest of what identifies the request, 32 bytes.</param>
/// <param name="content">Digest of the records, 32 bytes.</param>
/// <param name="source">The source of the batch, from 0.</param>
/// <param name="firstSequence">The first sequence number of the batch.</param>
/// <param name="records">Number of records in the batch.</param>
public sealed class LedgerRow(ReadOnlySpan<byte> key, ReadOnlySpan<byte> content, int source, long firstSequence, int records)
{
    /// <summary>Digest of what identifies the request, as 64 hexadecimal digits. The unique key of the ledger.</summary>
    public string Key { get; } = Convert.ToHexStringLower(key);

    /// <summary>Digest of the records, as 64 hexadecimal digits.</summary>
    public string Content { get; } = Convert.ToHexStringLower(content);

    /// <summary>The source of the batch, from 0.</summary>
    public int Source => source;

    /// <summary>The first sequence number of the batch.</summary>
    public long FirstSequence => firstSequence;

    /// <summary>Number of records in the batch.</summary>
    public int Records => records;
}
