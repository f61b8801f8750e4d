using System.Buffers.Binary;
using System.Globalization;
using System.Net;
using System.Text;

namespace DbIngest.Wire.Couchbase;

/// <summary>
/// Every key of a node's active vBuckets by scans of ranges (kv_engine docs/range_scans; servers from 7.6 on), each as of the moment in which it begins: also keys that nobody knows of. It needs no index.
/// </summary>
public static class RangeScan
{
    private const int ItemsAtOnce = 1000;
    private const int IdentityBytes = 16;

    /// <summary>How long a scan waits until what was written before it is on the disk, which it reads.</summary>
    private const int PatienceMs = 10_000;

    /// <summary>Takes a key, without the number of its collection.</summary>
    /// <param name="key">The key.</param>
    public delegate void Key(ReadOnlySpan<byte> key);

    /// <summary>Ends a scan that there is not: whether the node has scans, and the user may have them.</summary>
    /// <param name="node">The node.</param>
    /// <param name="options">How it is connected to; with the bucket.</param>
    /// <param name="vBucket">A vBucket of the node's.</param>
    /// <exception cref="KvServerException">It has not, or may not.</exception>
    public static void Probe(EndPoint node, KvConnectionOptions options, int vBucket)
    {
        using var connection = KvConnection.Open(node, options);
        try
        {
            connection.Exchange(KvOpcode.RangeScanCancel, "A scan of a range (the user needs the role Data Reader)", vBucket, new byte[IdentityBytes]);
        }
        catch (KvServerException exception) when (exception.Status == KvStatus.KeyNotFound)
        {
            // So it would have ended one.
        }
    }

    /// <summary>Walks through vBuckets of a node.</summary>
    /// <param name="node">The node.</param>
    /// <param name="options">How it is connected to; with the bucket.</param>
    /// <param name="vBuckets">The vBuckets that are active there.</param>
    /// <param name="collection">The collection's number; null where the node has no collections.</param>
    /// <param name="take">Takes each key.</param>
    /// <param name="cancellation">Ends it early.</param>
    /// <exception cref="KvServerException">The node has no scans, the user may not have them, or a vBucket has moved.</exception>
    public static void Walk(EndPoint node, KvConnectionOptions options, IEnumerable<int> vBuckets, uint? collection, Key take, CancellationToken cancellation)
    {
        using var connection = KvConnection.Open(node, options);
        using var interruption = cancellation.Register(connection.Dispose);
        try
        {
            var written = connection.Statistics("vbucket-seqno");
            byte[] scan = new byte[IdentityBytes];
            foreach (int vBucket in vBuckets)
            {
                if (Create(connection, vBucket, Wanted(written, vBucket, collection), scan))
                {
                    while (Continue(connection, vBucket, scan, take))
                    {
                        // There is more.
                    }
                }
            }
        }
        catch (ConnectionLostException) when (cancellation.IsCancellationRequested)
        {
            throw new OperationCanceledException(cancellation);
        }
    }

    /// <summary>All keys of a collection; none begins with the byte 255, which no text has. What was written until now must be on the disk.</summary>
    private static string Wanted(IReadOnlyDictionary<string, string> written, int vBucket, uint? collection)
    {
        string requirements = written.TryGetValue(string.Create(CultureInfo.InvariantCulture, $"vb_{vBucket}:uuid"), out string? identity)
            && written.TryGetValue(string.Create(CultureInfo.InvariantCulture, $"vb_{vBucket}:high_seqno"), out string? last)
            ? string.Create(CultureInfo.InvariantCulture, $",\"snapshot_requirements\":{{\"vb_uuid\":\"{identity}\",\"seqno\":{last},\"timeout_ms\":{PatienceMs}}}")
            : string.Empty;
        return $"{{\"collection\":\"{collection ?? 0:x}\",\"key_only\":true,\"range\":{{\"start\":\"AA==\",\"end\":\"/w==\"}}{requirements}}}";
    }

    /// <summary>Begins a scan.</summary>
    /// <returns>Whether there is anything in the range.</returns>
    private static bool Create(KvConnection connection, int vBucket, string wanted, Span<byte> scan)
    {
        try
        {
            var identity = connection.Exchange(KvOpcode.RangeScanCreate, "A scan of a range (the user needs the role Data Reader)", vBucket, value: Encoding.ASCII.GetBytes(wanted)).Value;
            if (identity.Length != IdentityBytes)
            {
                throw new WireProtocolException("The server's answer does not identify the scan.");
            }

            identity.CopyTo(scan);
            return true;
        }
        catch (KvServerException exception) when (exception.Status == KvStatus.KeyNotFound)
        {
            return false;
        }
    }

    /// <summary>Takes the next keys of a scan; they come in several answers to one request.</summary>
    /// <returns>Whether there may be more.</returns>
    private static bool Continue(KvConnection connection, int vBucket, ReadOnlySpan<byte> scan, Key take)
    {
        Span<byte> extras = stackalloc byte[IdentityBytes + (3 * sizeof(int))];
        extras.Clear();
        scan.CopyTo(extras);
        BinaryPrimitives.WriteInt32BigEndian(extras[IdentityBytes..], ItemsAtOnce);
        connection.Begin(KvOpcode.RangeScanContinue, vBucket, 0, extras, default);
        connection.End();
        connection.Flush();
        while (true)
        {
            var answer = connection.ReceivePart();
            bool isPart = answer.Status == KvStatus.Success;
            if (!isPart)
            {
                connection.EndParts();
            }

            if (!isPart && answer.Status is not (KvStatus.RangeScanMore or KvStatus.RangeScanComplete))
            {
                throw KvServerException.Of(answer, $"The scan of vBucket {vBucket.ToString(CultureInfo.InvariantCulture)}");
            }

            Take(answer.Value, take);
            if (!isPart)
            {
                return answer.Status == KvStatus.RangeScanMore;
            }
        }
    }

    /// <summary>Keys, each after its length (LEB128).</summary>
    private static void Take(ReadOnlySpan<byte> keys, Key take)
    {
        var reader = new WireReader(keys);
        while (reader.Remaining > 0)
        {
            int length = 0;
            for (int shift = 0; ; shift += 7)
            {
                byte part = reader.Byte();
                length |= (part & 0x7f) << shift;
                if ((part & 0x80) == 0)
                {
                    break;
                }

                if (shift > 14)
                {
                    throw new WireProtocolException("A key in a scan is longer than any key can be.");
                }
            }

            take(reader.Take(length));
        }
    }
}
