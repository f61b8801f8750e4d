namespace DbIngest.Abstractions.Targets;

/// <summary>
/// A request as the ledger of a service keeps it, beside the records that it stored. Key and content are digests, so that nothing
/// of a client's text reaches a statement. The last three are the answer.
/// </summary>
/// <param name="key">Digest of what tells requests apart, 32 bytes.</param>
/// <param name="content">Digest of the records, 32 bytes.</param>
/// <param name="source">The source of the batch.</param>
/// <param name="firstSequence">Its first sequence number.</param>
/// <param name="records">Its records.</param>
public sealed class LedgerRow(ReadOnlySpan<byte> key, ReadOnlySpan<byte> content, int source, long firstSequence, int records)
{
    /// <summary>Digest of what tells requests apart, as hexadecimal digits.</summary>
    public string Key { get; } = Convert.ToHexStringLower(key);

    /// <summary>Digest of the records, as hexadecimal digits.</summary>
    public string Content { get; } = Convert.ToHexStringLower(content);

    /// <summary>The source of the batch.</summary>
    public int Source => source;

    /// <summary>Its first sequence number.</summary>
    public long FirstSequence => firstSequence;

    /// <summary>Its records.</summary>
    public int Records => records;
}
