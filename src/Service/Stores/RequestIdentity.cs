using System.Buffers.Binary;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using System.Text;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Service.Stores;

/// <summary>
/// Computes the key by which the ledger recognises a request, and the digest of its content, as <c>docs/reference/service.md</c>
/// specifies. <c>RecordRoutes</c> calls it per POST and <c>PointStore</c> per point, only if the store keeps a ledger.
/// </summary>
/// <remarks>
/// All instances and versions of the service must compute the same digests: after a change here, a request that is sent again
/// would be stored twice.
/// </remarks>
internal static class RequestIdentity
{
    /// <summary>Makes the row of the request of a batch.</summary>
    /// <param name="batch">The batch.</param>
    /// <param name="key">
    /// The client's key, which is unique within the source only. Null to identify the request by source, first sequence number
    /// and count.
    /// </param>
    public static LedgerRow Of(RecordBatch batch, string? key) => Row(batch, ContentOf(batch), key is null
        ? string.Create(CultureInfo.InvariantCulture, $"range {batch.Source} {batch.FirstSequence} {batch.Count}")
        : string.Create(CultureInfo.InvariantCulture, $"key {batch.Source} {key}"));

    /// <summary>
    /// Makes the row of a point of the line protocol. The content is the key, so a point with the same source and timestamp but
    /// other content is stored as a further record.
    /// </summary>
    /// <param name="point">A batch of one.</param>
    public static LedgerRow OfPoint(RecordBatch point)
    {
        byte[] content = ContentOf(point);
        return Row(point, content, "point " + Convert.ToHexStringLower(content));
    }

    private static LedgerRow Row(RecordBatch batch, byte[] content, string identity) => new(
        SHA256.HashData(Encoding.UTF8.GetBytes(identity)), content, batch.Source, batch.FirstSequence, batch.Count);

    /// <summary>The digest of the decoded records. The same batch as JSON and as binary body has the same digest.</summary>
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
