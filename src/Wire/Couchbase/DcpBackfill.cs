using System.Buffers.Binary;
using System.Net;
using System.Text;

namespace DbIngest.Wire.Couchbase;

/// <summary>
/// Lists every key of a node's active vBuckets through DCP change streams that start at the first change (kv_engine, docs/dcp).
/// <c>KeyWalk</c> uses it in the audit, where range scans are missing, to find keys that no lane wrote. Needs no index and never
/// writes.
/// </summary>
public static class DcpBackfill
{
    private const int Producer = 0x01;
    private const int NoValue = 0x08;
    private const int ActiveVBuckets = 1;

    /// <summary>Receives a document that was stored, or deleted afterwards.</summary>
    /// <param name="vBucket">The vBucket of the key.</param>
    /// <param name="key">The key without its collection prefix; valid during the call.</param>
    /// <param name="isDeleted">Whether the latest change deleted the document.</param>
    public delegate void Change(int vBucket, ReadOnlySpan<byte> key, bool isDeleted);

    /// <summary>
    /// Opens a DCP connection and closes it: checks that the node supports DCP and that the user may use it. Called before a
    /// sweep starts.
    /// </summary>
    /// <param name="node">The node's key-value address.</param>
    /// <param name="options">Must name the bucket.</param>
    /// <exception cref="KvServerException">The node does not support DCP, or the user lacks the role Data DCP Reader.</exception>
    public static void Probe(EndPoint node, KvConnectionOptions options)
    {
        using var connection = KvConnection.Open(node, options);
        Open(connection);
    }

    /// <summary>Streams all keys of a node, one vBucket after the other, in the order of their latest changes.</summary>
    /// <param name="node">The node's key-value address.</param>
    /// <param name="options">Must name the bucket.</param>
    /// <param name="collection">The collection's id; null if the node does not support collections.</param>
    /// <param name="change">Called for each key on this thread, again for a key that changes meanwhile.</param>
    /// <param name="cancellation">Closes the connection when triggered.</param>
    /// <exception cref="KvServerException">
    /// The node does not support DCP, the user lacks the role, or a stream ended early.
    /// </exception>
    /// <exception cref="OperationCanceledException">The token was triggered before the last key.</exception>
    public static void Walk(EndPoint node, KvConnectionOptions options, uint? collection, Change change,
        CancellationToken cancellation)
    {
        using var connection = KvConnection.Open(node, options);
        using var interruption = cancellation.Register(connection.Dispose);
        try
        {
            Open(connection);
            byte[] state = new byte[4];
            BinaryPrimitives.WriteInt32BigEndian(state, ActiveVBuckets);
            var sequences = new WireReader(
                connection.Exchange(KvOpcode.GetAllVBucketSequences, "Reading the vBuckets' sequence numbers", extras: state)
                .Value);
            var streams = new List<(int VBucket, long Last)>();
            while (sequences.Remaining > 0)
            {
                int vBucket = sequences.UInt16();
                long last = sequences.Int64();
                if (last > 0)
                {
                    streams.Add((vBucket, last));
                }
            }

            byte[] filter = collection is { } id ? Encoding.ASCII.GetBytes($"{{\"collections\":[\"{id:x}\"]}}") : [];
            int prefix = collection is { } number ? KvKeys.Prefix(number).Length : 0;
            foreach (var (vBucket, last) in streams)
            {
                Stream(connection, vBucket, last, filter, prefix, change);
            }
        }
        catch (ConnectionLostException) when (cancellation.IsCancellationRequested)
        {
            throw new OperationCanceledException(cancellation);
        }
    }

    private static void Open(KvConnection connection)
    {
        byte[] extras = new byte[8];
        BinaryPrimitives.WriteInt32BigEndian(extras.AsSpan(4), Producer | NoValue);
        connection.Exchange(
            KvOpcode.DcpOpen, "Opening DCP (the user needs the role Data DCP Reader)", extras: extras,
                key: Encoding.ASCII.GetBytes($"dbingest-audit-{Guid.NewGuid():N}"));
    }

    private static void Stream(KvConnection connection, int vBucket, long last, byte[] filter, int prefix, Change change)
    {
        byte[] extras = new byte[48];
        BinaryPrimitives.WriteInt64BigEndian(extras.AsSpan(16), last);
        connection.Exchange(KvOpcode.DcpStreamRequest, "The DCP stream of a vBucket", vBucket, extras, value: filter);
        while (true)
        {
            var message = connection.Receive();
            if (!message.IsRequest)
            {
                throw new WireProtocolException("The server sent an answer inside a DCP stream.");
            }

            switch (message.Opcode)
            {
                case KvOpcode.DcpMutation or KvOpcode.DcpDeletion or KvOpcode.DcpExpiration:
                    if (message.Key.Length < prefix)
                    {
                        throw new WireProtocolException("A key in a DCP stream is shorter than its collection prefix.");
                    }

                    change(vBucket, message.Key[prefix..], isDeleted: message.Opcode != KvOpcode.DcpMutation);
                    break;
                case KvOpcode.DcpStreamEnd:
                    int reason = message.Extras.Length >= 4 ? BinaryPrimitives.ReadInt32BigEndian(message.Extras) : 0;
                    if (reason != 0)
                    {
                        throw new KvServerException(KvStatus.TemporaryFailure,
                            $"The DCP stream of vBucket {vBucket} ended early (reason {reason})");
                    }

                    return;
            }
        }
    }
}
