using System.Buffers.Binary;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using DbIngest.Tests.Endpoints;
using DbIngest.Wire.Couchbase;
using Snappier;

namespace DbIngest.Couchbase.Endpoint;

/// <summary>A client's connection by the key-value protocol.</summary>
internal sealed class Session(Stream client, Node node)
{
    /// <summary>The SDKs ask for it before they log in.</summary>
    private const KvOpcode ErrorMap = (KvOpcode)0xfe;

    private readonly Stream _in = new BufferedStream(client, 64 * 1024);
    private readonly Cluster _cluster = node.Cluster;
    private readonly RangeScans _scans = new();
    private ScramServer? _login;
    private HashSet<KvFeature> _features = [];
    private Bucket? _bucket;
    private bool _isIn;
    private bool _hasMap;

    public void Run()
    {
        var output = new MemoryStream();
        while (Request.Read(_in) is { } request)
        {
            if (_cluster.Before?.Invoke(node, request) is { } other)
            {
                other.Write(output, request.Opcode, request.Opaque);
            }
            else
            {
                Carry(request, output);
            }

            if (_cluster.CutsAfter?.Invoke(node, request) == true)
            {
                return;
            }

            client.Write(output.GetBuffer(), 0, (int)output.Length);
            output.SetLength(0);
        }
    }

    private static byte[] Text(string text) => Encoding.UTF8.GetBytes(text);

    private void Carry(Request request, Stream output)
    {
        switch (request.Opcode)
        {
            case KvOpcode.Stat when _bucket is not null:
                Statistics(request, output);
                break;
            case KvOpcode.DcpStreamRequest when _bucket is not null && _cluster.Options.HasDcp:
                new Answer { Value = new byte[16] }.Write(output, request.Opcode, request.Opaque);
                ChangeStream.Write(_bucket, request, _features.Contains(KvFeature.Collections), output);
                break;
            case KvOpcode.RangeScanCreate or KvOpcode.RangeScanContinue or KvOpcode.RangeScanCancel when _bucket is not null
                && _cluster.Options.HasRangeScan:
                foreach (var answer in _scans.Answer(_bucket, node, request, _features.Contains(KvFeature.Json)))
                {
                    answer.Write(output, request.Opcode, request.Opaque);
                }

                break;
            default:
                Answer(request).Write(output, request.Opcode, request.Opaque);
                break;
        }
    }

    private Answer Answer(Request request)
    {
        switch (request.Opcode)
        {
            case KvOpcode.Hello:
                return Greet(request);
            case ErrorMap:
                return new Answer { Value = Text("{\"version\":1,\"revision\":1,\"errors\":{}}") };
            case KvOpcode.SaslListMechanisms:
                return new Answer { Value = Text(_cluster.Options.Mechanisms) };
            case KvOpcode.SaslAuth or KvOpcode.SaslStep:
                return Login(request);
        }

        if (!_isIn)
        {
            return Endpoint.Answer.Error(KvStatus.NoAccess, "Nobody has logged in");
        }

        switch (request.Opcode)
        {
            case KvOpcode.SelectBucket:
                return _cluster.Buckets.TryGetValue(Encoding.UTF8.GetString(request.Key), out _bucket) ? new Answer()
                    : Endpoint.Answer.Error(KvStatus.NoAccess, "No such bucket");
            case KvOpcode.GetClusterConfig:
                return new Answer { Value = Text(_cluster.Map(_bucket, node)) };
        }

        if (_bucket is null)
        {
            return new Answer(KvStatus.NoBucket);
        }

        return request.Opcode switch
        {
            KvOpcode.Get or KvOpcode.Add or KvOpcode.Set or KvOpcode.Replace or KvOpcode.Delete => Document(_bucket, request),
            KvOpcode.CollectionsGetId when _features.Contains(KvFeature.Collections) =>
                Collection(_bucket, Encoding.UTF8.GetString(request.Value.Length > 0 ? request.Value : request.Key)),
            KvOpcode.GetAllVBucketSequences => new Answer { Value = Sequences(_bucket) },
            KvOpcode.DcpOpen when _cluster.Options.HasDcp => new Answer(),
            KvOpcode.Noop => new Answer(),
            _ => new Answer(KvStatus.UnknownCommand),
        };
    }

    private Answer Greet(Request request)
    {
        var asked = Enumerable.Range(0, request.Value.Length / 2)
            .Select(i => (KvFeature)BinaryPrimitives.ReadUInt16BigEndian(request.Value.AsSpan(2 * i)));
        _features = [.. asked.Where(_cluster.Options.Features.Contains)];
        return new Answer { Value = [.. _features.SelectMany(f => (byte[])[(byte)((int)f >> 8), (byte)f])] };
    }

    private Answer Login(Request request)
    {
        string mechanism = Encoding.ASCII.GetString(request.Key);
        string payload = Encoding.UTF8.GetString(request.Value);
        if (!_cluster.Options.Mechanisms.Split(' ').Contains(mechanism))
        {
            return new Answer(KvStatus.AuthenticationError);
        }

        if (mechanism == "PLAIN")
        {
            _isIn = payload == $"\0{_cluster.Options.User}\0{_cluster.Options.Password}";
            return new Answer(_isIn ? KvStatus.Success : KvStatus.AuthenticationError);
        }

        if (request.Opcode == KvOpcode.SaslAuth)
        {
            var hash = mechanism switch
            {
                "SCRAM-SHA512" => HashAlgorithmName.SHA512,
                "SCRAM-SHA256" => HashAlgorithmName.SHA256,
                _ => HashAlgorithmName.SHA1
            };
            _login = new ScramServer(hash, _cluster.Options.User, _cluster.Options.Password, _cluster.Options.Iterations);
            return _login.First(payload) is { } first ? new Answer(KvStatus.AuthenticationContinue) { Value = Text(first) }
                : new Answer(KvStatus.AuthenticationError);
        }

        string? final = _login?.Final(payload) ?? (_cluster.Options.ChecksNoProof ? "v=AAAA" : null);
        _isIn = final is not null;
        return _isIn ? new Answer { Value = Text(final!) } : new Answer(KvStatus.AuthenticationError);
    }

    private Answer Document(Bucket bucket, Request request)
    {
        if (request.VBucket >= bucket.Owners.Length || bucket.Owners[request.VBucket] != node.Index)
        {
            // With the feature, a map is told once a connection.
            bool isTold = _hasMap && _features.Contains(KvFeature.DedupeNotMyVBucketMap);
            _hasMap = true;
            return new Answer(KvStatus.NotMyVBucket) { Value = isTold ? [] : Text(_cluster.Map(bucket, node)) };
        }

        uint collection = 0;
        var key = request.Key.AsSpan();
        if (_features.Contains(KvFeature.Collections))
        {
            int bytes = 0;
            do
            {
                collection |= (uint)(key[bytes] & 0x7f) << (7 * bytes);
            }
            while ((key[bytes++] & 0x80) != 0);
            key = key[bytes..];
            if (!bucket.HasCollection(collection))
            {
                return new Answer(KvStatus.UnknownCollection);
            }
        }

        var documents = bucket.Documents[request.VBucket];
        var place = (collection, Convert.ToHexString(key));
        lock (documents)
        {
            if (request.Opcode == KvOpcode.Get)
            {
                return documents.TryGetValue(place, out var found) ? Found(found) : new Answer(KvStatus.KeyNotFound);
            }

            if (Refusal(bucket, request) is { } refused)
            {
                return refused;
            }

            bool isThere = documents.TryGetValue(place, out var old);
            if (request.Opcode == KvOpcode.Add ? isThere : isThere && request.Cas != 0 && request.Cas != old!.Sequence)
            {
                return new Answer(KvStatus.KeyExists);
            }

            if (!isThere && (request.Opcode is KvOpcode.Replace or KvOpcode.Delete || request.Cas != 0))
            {
                return new Answer(KvStatus.KeyNotFound);
            }

            long sequence = ++bucket.Sequences[request.VBucket];
            if (isThere)
            {
                bucket.Garbage[request.VBucket] += Bucket.Bytes(place.Item2, old!);
            }

            if (request.Opcode == KvOpcode.Delete)
            {
                documents.Remove(place);
                return new Answer { Cas = sequence };
            }

            documents[place] =
                new Document(request.Value, BinaryPrimitives.ReadUInt32BigEndian(request.Extras), sequence, request.IsCompressed);
            return new Answer { Cas = sequence };
        }
    }

    /// <summary>A compressed document goes as it is to a client that takes such.</summary>
    private Answer Found(Document document)
    {
        byte[] flags = new byte[4];
        BinaryPrimitives.WriteUInt32BigEndian(flags, document.Flags);
        bool isCompressed = document.IsCompressed && _features.Contains(KvFeature.Snappy);
        byte[] value = document.IsCompressed && !isCompressed ? Snappy.DecompressToArray(document.Value) : document.Value;
        return new Answer { Extras = flags, Value = value, Cas = document.Sequence, IsCompressed = isCompressed };
    }

    private static bool IsBlock(byte[] value)
    {
        try
        {
            return Snappy.DecompressToArray(value).Length >= 0;
        }
        catch (Exception exception) when (exception is InvalidDataException or InvalidOperationException or ArgumentException)
        {
            return false;
        }
    }

    /// <summary>Why a write is not taken: its extras, or the durability that its framing asks for.</summary>
    private Answer? Refusal(Bucket bucket, Request request)
    {
        if (request.Extras.Length != (request.Opcode == KvOpcode.Delete ? 0 : 8))
        {
            return new Answer(KvStatus.InvalidArguments);
        }

        if (request.IsCompressed && !(_features.Contains(KvFeature.Snappy) && IsBlock(request.Value)))
        {
            return new Answer(KvStatus.InvalidArguments);
        }

        if (request.Framing.Length == 0)
        {
            return null;
        }

        int id = request.Framing[0] >> 4;
        int length = request.Framing[0] & 0x0f;
        return id != 1 || length is not (1 or 3) || request.Framing.Length != 1 + length ? new Answer(KvStatus.InvalidArguments)
            : request.Framing[1] is < 1 or > 3 ? new Answer(KvStatus.DurabilityInvalidLevel)
            : !_cluster.Options.Features.Contains(KvFeature.SynchronousReplication) ? new Answer(KvStatus.NotSupported)
            : bucket.Replicas >= _cluster.Nodes.Count ? new Answer(KvStatus.DurabilityImpossible)
            : null;
    }

    /// <summary>The number of a collection. The older clients name it as the key, newer ones as the value.</summary>
    private Answer Collection(Bucket bucket, string path)
    {
        string[] names = path.Split('.');
        if (names.Length != 2 || bucket.CollectionId(names[0], names[1]) is not { } id)
        {
            return new Answer(names.Length == 2 && bucket.Scopes.Contains(names[0]) ? KvStatus.UnknownCollection
                : KvStatus.UnknownScope);
        }

        byte[] extras = new byte[12];
        BinaryPrimitives.WriteInt64BigEndian(extras, 1);
        BinaryPrimitives.WriteUInt32BigEndian(extras.AsSpan(8), id);
        return new Answer { Extras = extras };
    }

    private byte[] Sequences(Bucket bucket)
    {
        var value = new MemoryStream();
        Span<byte> entry = stackalloc byte[10];
        for (int vBucket = 0; vBucket < bucket.Owners.Length; vBucket++)
        {
            if (bucket.Owners[vBucket] == node.Index)
            {
                BinaryPrimitives.WriteUInt16BigEndian(entry, (ushort)vBucket);
                BinaryPrimitives.WriteInt64BigEndian(entry[2..], bucket.Sequences[vBucket]);
                value.Write(entry);
            }
        }

        return value.ToArray();
    }

    private void Statistics(Request request, Stream output)
    {
        var found = NodeStatistics.Of(_cluster, _bucket!, node, Encoding.ASCII.GetString(request.Key));
        if (found is null)
        {
            new Answer(KvStatus.KeyNotFound).Write(output, request.Opcode, request.Opaque);
            return;
        }

        foreach (var (name, value) in found)
        {
            new Answer { Key = Text(name), Value = Text(value.ToString(CultureInfo.InvariantCulture)) }.Write(output,
                request.Opcode, request.Opaque);
        }

        new Answer().Write(output, request.Opcode, request.Opaque);
    }
}
