using System.Buffers.Binary;
using System.Net;
using System.Text;

namespace DbIngest.Wire.Couchbase;

/// <summary>
/// Every key of a node's active vBuckets, one by one, by a stream of changes that begins at the first (DCP, kv_engine docs/dcp): also those that nobody knows of. It needs no index.
/// </summary>
public static class DcpBackfill
{
    private const int Producer = 0x01;
    private const int NoValue = 0x08;
    private const int ActiveVBuckets = 1;

    /// <summary>Is told of a document that was stored, or deleted after it had been.</summary>
    /// <param name="key">Its key, without the number of its collection.</param>
    /// <param name="isDeleted">Whether it is gone.</param>
    public delegate void Change(ReadOnlySpan<byte> key, bool isDeleted);

    /// <summary>Opens such a stream and does nothing with it: whether the node has them, and the user may have them.</summary>
    /// <param name="node">The node.</param>
    /// <param name="options">How it is connected to; with the bucket.</param>
    /// <exception cref="KvServerException">It has not, or may not.</exception>
    public static void Probe(EndPoint node, KvConnectionOptions options)
    {
        using var connection = KvConnection.Open(node, options);
        Open(connection);
    }

    /// <summary>Walks through a node.</summary>
    /// <param name="node">The node.</param>
    /// <param name="options">How it is connected to; with the bucket.</param>
    /// <param name="collection">The collection's number; null where the node has no collections.</param>
    /// <param name="change">Is told of each key.</param>
    /// <param name="cancellation">Ends it early.</param>
    /// <exception cref="KvServerException">The node has no such streams, or the user may not have them.</exception>
    public static void Walk(EndPoint node, KvConnectionOptions options, uint? collection, Change change, CancellationToken cancellation)
    {
        using var connection = KvConnection.Open(node, options);
        using var interruption = cancellation.Register(connection.Dispose);
        try
        {
            Open(connection);
            byte[] state = new byte[4];
            BinaryPrimitives.WriteInt32BigEndian(state, ActiveVBuckets);
            var sequences = new WireReader(connection.Exchange(KvOpcode.GetAllVBucketSequences, "The vBuckets' sequence numbers", extras: state).Value);
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
            KvOpcode.DcpOpen, "A stream of changes (the user needs the role Data DCP Reader)", extras: extras, key: Encoding.ASCII.GetBytes($"dbingest-audit-{Guid.NewGuid():N}"));
    }

    private static void Stream(KvConnection connection, int vBucket, long last, byte[] filter, int prefix, Change change)
    {
        byte[] extras = new byte[48];
        BinaryPrimitives.WriteInt64BigEndian(extras.AsSpan(16), last);
        connection.Exchange(KvOpcode.DcpStreamRequest, "The stream of a vBucket's changes", vBucket, extras, value: filter);
        while (true)
        {
            var message = connection.Receive();
            if (!message.IsRequest)
            {
                throw new WireProtocolException("The server answers something else in the middle of a stream of changes.");
            }

            switch (message.Opcode)
            {
                case KvOpcode.DcpMutation or KvOpcode.DcpDeletion or KvOpcode.DcpExpiration:
                    if (message.Key.Length < prefix)
                    {
                        throw new WireProtocolException("A key in a stream of changes is shorter than its collection's number.");
                    }

                    change(message.Key[prefix..], isDeleted: message.Opcode != KvOpcode.DcpMutation);
                    break;
                case KvOpcode.DcpStreamEnd:
                    int reason = message.Extras.Length >= 4 ? BinaryPrimitives.ReadInt32BigEndian(message.Extras) : 0;
                    if (reason != 0)
                    {
                        throw new KvServerException(KvStatus.TemporaryFailure, $"The stream of changes of vBucket {vBucket} was ended early, with reason {reason}");
                    }

                    return;
            }
        }
    }
}
