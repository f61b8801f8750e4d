using System.Buffers.Binary;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using System.Text;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Service.Stores;

/// <summary>
/// What makes two requests the same for the ledger, as <c>docs/reference/service.md</c> has it. Instances of the service must
/// agree on it, also those of other versions: a change here stores requests twice that are sent again across the change.
/// </summary>
internal static class RequestIdentity
{
    /// <summary>The request of a batch.</summary>
    /// <param name="batch">The batch.</param>
    /// <param name="key">The client's key, which is that of its source alone. Null to go by the sequence numbers.</param>
    public static LedgerRow Of(RecordBatch batch, string? key) => Row(batch, ContentOf(batch), key is null
        ? string.Create(CultureInfo.InvariantCulture, $"range {batch.Source} {batch.FirstSequence} {batch.Count}")
        : string.Create(CultureInfo.InvariantCulture, $"key {batch.Source} {key}"));

    /// <summary>
    /// A point of the line protocol. Its content is its key: another point of the same source and timestamp is added.
    /// </summary>
    /// <param name="point">A batch of one.</param>
    public static LedgerRow OfPoint(RecordBatch point)
    {
        byte[] content = ContentOf(point);
        return Row(point, content, "point " + Convert.ToHexStringLower(content));
    }

    private static LedgerRow Row(RecordBatch batch, byte[] content, string identity) => new(
        SHA256.HashData(Encoding.UTF8.GetBytes(identity)), content, batch.Source, batch.FirstSequence, batch.Count);

    /// <summary>The digest of all that is stored of a batch, however the body was written.</summary>
    private static byte[] ContentOf(RecordBatch batch)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        Span<byte> head = stackalloc byte[16];
        BinaryPrimitives.WriteInt32LittleEndian(head, batch.Source);
        BinaryPrimitives.WriteInt64LittleEndian(head[4..], batch.FirstSequence);
        BinaryPrimitives.WriteInt32LittleEndian(head[12..], batch.Count);
        hash.AppendData(head);
        hash.AppendData(MemoryMarshal.AsBytes(batch.Timestamps.AsSpan(0, batch.Count)));
        hash.AppendData(MemoryMarshal.AsBytes(batch.Qualities.AsSpan(0, batch.Count)));
        for (int column = 0; column < batch.Schema.ValueCount; column++)
        {
            hash.AppendData(MemoryMarshal.AsBytes(batch.Column(column)[..batch.Count]));
        }

        return hash.GetHashAndReset();
    }
}
