using System.Buffers.Binary;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Couchbase.Endpoint;

/// <summary>The changes of a vBucket from its first to the one that is asked for (kv_engine, docs/dcp), keys alone.</summary>
internal static class ChangeStream
{
    private const byte RequestMagic = 0x80;
    private const KvOpcode SnapshotMarker = (KvOpcode)0x56;

    public static void Write(Bucket bucket, Request request, bool hasCollections, Stream output)
    {
        long end = BinaryPrimitives.ReadInt64BigEndian(request.Extras.AsSpan(16));
        uint? wanted = Filter(request.Value);
        List<((uint Collection, string Key) Place, Document Document)> documents;
        lock (bucket.Documents[request.VBucket])
        {
            documents = [.. bucket.Documents[request.VBucket]
                .Where(d => d.Value.Sequence <= end && (wanted is null || d.Key.Collection == wanted))
                .OrderBy(d => d.Value.Sequence).Select(d => (d.Key, d.Value))];
        }

        byte[] marker = new byte[20];
        BinaryPrimitives.WriteInt64BigEndian(marker.AsSpan(8), end);
        Write(output, request, SnapshotMarker, marker, []);
        foreach (var (place, document) in documents)
        {
            byte[] extras = new byte[31];
            BinaryPrimitives.WriteInt64BigEndian(extras, document.Sequence);
            byte[] key = Convert.FromHexString(place.Key);
            Write(output, request, KvOpcode.DcpMutation, extras, hasCollections ? [.. KvKeys.Prefix(place.Collection), .. key]
                : key);
        }

        Write(output, request, KvOpcode.DcpStreamEnd, new byte[4], []);
    }

    private static void Write(Stream output, Request request, KvOpcode opcode, byte[] extras, byte[] key) =>
        Answer.Write(output, RequestMagic, opcode, request.VBucket, request.Opaque, extras, key, [], cas: 0);

    /// <summary>The collection that a stream is restricted to: <c>{"collections":["8"]}</c>, in hexadecimal.</summary>
    private static uint? Filter(byte[] value)
    {
        if (value.Length == 0)
        {
            return null;
        }

        using var json = System.Text.Json.JsonDocument.Parse(value);
        return Convert.ToUInt32(json.RootElement.GetProperty("collections")[0].GetString()!, 16);
    }
}
