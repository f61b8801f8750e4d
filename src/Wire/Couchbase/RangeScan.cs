using System.Buffers.Binary;
using System.Globalization;
using System.Net;
using System.Text;

namespace DbIngest.Wire.Couchbase;

/// <summary>
/// Lists every key of a node's active vBuckets by range scans (kv_engine, docs/range_scans; servers from 7.6 on), each a snapshot
/// of the moment it begins. <c>KeyWalk</c> uses it in the audit to find keys that no lane wrote. Needs no index and never writes.
/// </summary>
public static class RangeScan
{
    private const int ItemsAtOnce = 1000;
    private const int IdentityBytes = 16;

    /// <summary>How long a scan waits for earlier writes to reach the disk, from which it reads, in milliseconds.</summary>
    private const int DiskTimeoutMs = 10_000;

    /// <summary>Receives a key.</summary>
    /// <param name="vBucket">The vBucket of the key.</param>
    /// <param name="key">The key without its collection prefix; valid during the call.</param>
    public delegate void Key(int vBucket, ReadOnlySpan<byte> key);

    /// <summary>
    /// Cancels a scan that does not exist: checks that the node supports range scans and that the user may use them. Called
    /// before a sweep starts.
    /// </summary>
    /// <param name="node">The node's key-value address.</param>
    /// <param name="options">Must name the bucket.</param>
    /// <param name="vBucket">A vBucket that is active at the node.</param>
    /// <exception cref="KvServerException">
    /// The node does not support range scans, or the user lacks the role Data Reader.
    /// </exception>
    public static void Probe(EndPoint node, KvConnectionOptions options, int vBucket)
    {
        using var connection = KvConnection.Open(node, options);
        try
        {
            connection.Exchange(KvOpcode.RangeScanCancel, "The range scan (the user needs the role Data Reader)", vBucket,
                new byte[IdentityBytes]);
        }
        catch (KvServerException exception) when (exception.Status == KvStatus.KeyNotFound)
        {
            // A node that supports scans and allows them says that this one does not exist.
        }
    }

    /// <summary>Scans all keys of some vBuckets of a node, one vBucket after the other.</summary>
    /// <param name="node">The node's key-value address.</param>
    /// <param name="options">Must name the bucket.</param>
    /// <param name="vBuckets">vBuckets that are active at the node.</param>
    /// <param name="collection">The collection's id; null if the node does not support collections.</param>
    /// <param name="take">Called once per key, on this thread.</param>
    /// <param name="cancellation">Closes the connection when triggered.</param>
    /// <exception cref="KvServerException">
    /// The node does not support range scans, the user lacks the role, or a vBucket has moved.
    /// </exception>
    /// <exception cref="OperationCanceledException">The token was triggered before the last key.</exception>
    public static void Walk(EndPoint node, KvConnectionOptions options, IEnumerable<int> vBuckets, uint? collection, Key take,
        CancellationToken cancellation)
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
                        // The scan has more keys.
                    }
                }
            }
        }
        catch (ConnectionLostException) when (cancellation.IsCancellationRequested)
        {
            throw new OperationCanceledException(cancellation);
        }
    }

    /// <summary>
    /// The scan's description: all keys of a collection (no text contains the byte 255), after all writes so far have reached the
    /// disk.
    /// </summary>
    private static string Wanted(IReadOnlyDictionary<string, string> written, int vBucket, uint? collection)
    {
        string requirements =
            written.TryGetValue(string.Create(CultureInfo.InvariantCulture, $"vb_{vBucket}:uuid"), out string? identity)
            && written.TryGetValue(string.Create(CultureInfo.InvariantCulture, $"vb_{vBucket}:high_seqno"), out string? last)
            ? string.Create(CultureInfo.InvariantCulture,
                $",\"snapshot_requirements\":{{\"vb_uuid\":\"{identity}\",\"seqno\":{last},\"timeout_ms\":{DiskTimeoutMs}}}")
            : string.Empty;
        return $"{{\"collection\":\"{collection ?? 0:x}\",\"key_only\":true,\"range\":{{\"start\":\"AA==\",\"end\":\"/w==\"}}{requirements}}}";
    }

    /// <summary>Begins a scan. Returns false when the range has no keys.</summary>
    private static bool Create(KvConnection connection, int vBucket, string wanted, Span<byte> scan)
    {
        try
        {
            var identity = connection.Exchange(KvOpcode.RangeScanCreate, "The range scan (the user needs the role Data Reader)",
                vBucket, value: Encoding.ASCII.GetBytes(wanted)).Value;
            if (identity.Length != IdentityBytes)
            {
                throw new WireProtocolException("The server's answer to the creation of a range scan has no scan id.");
            }

            identity.CopyTo(scan);
            return true;
        }
        catch (KvServerException exception) when (exception.Status == KvStatus.KeyNotFound)
        {
            return false;
        }
    }

    /// <summary>Receives the next keys of a scan, in several answers to one request. Returns false after the last.</summary>
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

            Take(answer.Value, vBucket, take);
            if (!isPart)
            {
                return answer.Status == KvStatus.RangeScanMore;
            }
        }
    }

    /// <summary>Splits an answer into keys, each preceded by its length (LEB128).</summary>
    private static void Take(ReadOnlySpan<byte> keys, int vBucket, Key take)
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
                    throw new WireProtocolException("A key in a range scan is longer than the protocol allows.");
                }
            }

            take(vBucket, reader.Take(length));
        }
    }
}
