using System.Buffers.Binary;
using System.Text.Json;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Couchbase.Endpoint;

/// <summary>
/// A connection's scans of ranges of keys (kv_engine, docs/range_scans), keys alone. Few keys go into an answer, so that there
/// are several.
/// </summary>
internal sealed class RangeScans
{
    private const int KeysAnAnswer = 7;

    private readonly Dictionary<string, Queue<byte[]>> _scans = [];

    /// <summary>What identifies a vBucket's history.</summary>
    public static long Identity(int vBucket) => 1_000_000_007L * (vBucket + 1);

    public IEnumerable<Answer> Answer(Bucket bucket, Node node, Request request, bool takesJson)
    {
        if (bucket.Owners[request.VBucket] != node.Index)
        {
            return [new Answer(KvStatus.NotMyVBucket)];
        }

        string scan = request.Extras.Length >= 16 ? Convert.ToHexString(request.Extras.AsSpan(0, 16)) : string.Empty;
        return request.Opcode switch
        {
            KvOpcode.RangeScanCreate => [Create(bucket, request, takesJson)],
            KvOpcode.RangeScanCancel => [
                new Answer(request.Extras.Length != 16 ? KvStatus.InvalidArguments : _scans.Remove(scan) ? KvStatus.Success
                : KvStatus.KeyNotFound)],
            _ when request.Extras.Length != 28 => [new Answer(KvStatus.InvalidArguments)],
            _ => _scans.TryGetValue(scan, out var keys)
                ? Continue(scan, keys, BinaryPrimitives.ReadInt32BigEndian(request.Extras.AsSpan(16)))
                : [new Answer(KvStatus.KeyNotFound)],
        };
    }

    private Answer Create(Bucket bucket, Request request, bool takesJson)
    {
        if (!takesJson || !request.IsJson || request.Extras.Length > 0 || request.Key.Length > 0)
        {
            return new Answer(KvStatus.InvalidArguments);
        }

        using var json = JsonDocument.Parse(request.Value);
        uint collection = json.RootElement.TryGetProperty("collection", out var number) ? Convert.ToUInt32(number.GetString(), 16)
            : 0;
        if (!bucket.HasCollection(collection))
        {
            return new Answer(KvStatus.UnknownCollection);
        }

        if (!json.RootElement.GetProperty("key_only").GetBoolean())
        {
            return new Answer(KvStatus.NotSupported);
        }

        if (json.RootElement.TryGetProperty("snapshot_requirements", out var required))
        {
            if (required.GetProperty("vb_uuid").GetString() != Identity(request.VBucket)
                .ToString(System.Globalization.CultureInfo.InvariantCulture))
            {
                return new Answer(KvStatus.NotMyVBucket);
            }

            if (required.GetProperty("seqno").GetInt64() > bucket.Sequences[request.VBucket])
            {
                return new Answer(KvStatus.TemporaryFailure);
            }
        }

        var range = json.RootElement.GetProperty("range");
        byte[] start = range.GetProperty("start").GetBytesFromBase64();
        byte[] end = range.GetProperty("end").GetBytesFromBase64();
        Queue<byte[]> keys;
        lock (bucket.Documents[request.VBucket])
        {
            keys = new(bucket.Documents[request.VBucket].Keys
                .Where(place => place.Collection == collection)
                .Select(place => Convert.FromHexString(place.Key))
                .Where(key => key.AsSpan().SequenceCompareTo(start) >= 0 && key.AsSpan().SequenceCompareTo(end) <= 0)
                .OrderBy(Convert.ToHexString, StringComparer.Ordinal));
        }

        if (keys.Count == 0)
        {
            return new Answer(KvStatus.KeyNotFound);
        }

        byte[] identity = Guid.NewGuid().ToByteArray();
        _scans[Convert.ToHexString(identity)] = keys;
        return new Answer { Value = identity };
    }

    private IEnumerable<Answer> Continue(string scan, Queue<byte[]> keys, int limit)
    {
        byte[] keysOnly = new byte[4];
        int left = limit == 0 ? int.MaxValue : limit;
        while (true)
        {
            var value = new MemoryStream();
            for (int i = 0; i < KeysAnAnswer && left > 0 && keys.TryDequeue(out byte[]? key); i++, left--)
            {
                value.Write(KvKeys.Prefix((uint)key.Length));
                value.Write(key);
            }

            if (keys.Count == 0)
            {
                _scans.Remove(scan);
            }

            var status = keys.Count == 0 ? KvStatus.RangeScanComplete : left == 0 ? KvStatus.RangeScanMore : KvStatus.Success;
            yield return new Answer(status) { Extras = keysOnly, Value = value.ToArray() };
            if (status != KvStatus.Success)
            {
                yield break;
            }
        }
    }
}
