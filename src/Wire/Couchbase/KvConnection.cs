using System.Buffers.Binary;
using System.Net;
using System.Text;

namespace DbIngest.Wire.Couchbase;

/// <summary>
/// A connection to one node by the key-value protocol, the binary one of memcached with Couchbase's commands. Used by one thread at a time; only <see cref="Dispose"/> may be
/// called from another, to end a wait. After a <see cref="ConnectionLostException"/> or a <see cref="WireProtocolException"/> it is of no more use.
/// </summary>
/// <remarks>
/// Requests are pipelined: any number, up to the caller's bound, is begun and ended, <see cref="Flush"/> sends them together, and <see cref="Receive"/> takes the answers in the
/// order in which they come, each told by what its request carried as opaque.
/// </remarks>
public sealed class KvConnection : IDisposable
{
    private readonly KvChannel _channel;
    private readonly KvConnectionOptions _options;
    private bool _compresses;

    private KvConnection(KvChannel channel, EndPoint server, KvConnectionOptions options)
    {
        _channel = channel;
        _options = options;
        Server = server;
    }

    /// <summary>The node.</summary>
    public EndPoint Server { get; }

    /// <summary>What the node agreed to.</summary>
    public IReadOnlySet<KvFeature> Features { get; private set; } = new HashSet<KvFeature>();

    /// <summary>How the user was logged in; null where nobody was.</summary>
    public string? Mechanism { get; private set; }

    /// <summary>How many requests are unanswered.</summary>
    public int Pending => _channel.Pending;

    /// <summary>Whether the connection is of no more use.</summary>
    public bool IsBroken => _channel.IsBroken;

    /// <summary>Whether an answer can be read without waiting for its beginning.</summary>
    public bool HasInput => _channel.HasInput;

    /// <summary>The value of the request being written, between <see cref="Begin"/> and <see cref="End"/>.</summary>
    public KvRequestBuffer Requests => _channel.Requests;

    internal string User => _options.Credentials?.User ?? string.Empty;

    /// <summary>Connects, agrees on features, logs in and selects the bucket.</summary>
    /// <param name="server">The node.</param>
    /// <param name="options">How.</param>
    /// <returns>The connection, ready for requests.</returns>
    /// <exception cref="ConnectionLostException">The node cannot be reached.</exception>
    /// <exception cref="KvServerException">The node refuses the user, the password or the bucket.</exception>
    public static KvConnection Open(EndPoint server, KvConnectionOptions options)
    {
        var stream = Connect(server, options);
        var connection = new KvConnection(new KvChannel(stream, options), server, options);
        try
        {
            connection.Greet();
            if (options.Credentials is { } credentials)
            {
                connection.Mechanism = KvLogin.Run(connection, credentials, stream.Encrypted is not null);
            }

            if (options.Bucket is { } bucket)
            {
                connection.Exchange(KvOpcode.SelectBucket, $"The bucket {bucket} cannot be selected", key: Encoding.UTF8.GetBytes(bucket));
            }

            stream.Opened();
            return connection;
        }
        catch
        {
            connection.Dispose();
            throw;
        }
    }

    /// <summary>Begins a request; the caller writes its value into <see cref="Requests"/> next.</summary>
    /// <param name="opcode">The command.</param>
    /// <param name="vBucket">The vBucket.</param>
    /// <param name="opaque">What its answer is to be told by.</param>
    /// <param name="extras">Fields of the command's own.</param>
    /// <param name="key">The key.</param>
    /// <param name="prefix">What stands before the key: its collection's number.</param>
    /// <param name="framing">Framing extras.</param>
    /// <param name="cas">The version that the document must have; 0 for any.</param>
    public void Begin(
        KvOpcode opcode, int vBucket, uint opaque, ReadOnlySpan<byte> extras, ReadOnlySpan<byte> key, ReadOnlySpan<byte> prefix = default, ReadOnlySpan<byte> framing = default, ulong cas = 0) =>
        _channel.Requests.Begin(opcode, vBucket, opaque, framing, extras, prefix, key, cas);

    /// <summary>Ends the request begun last. It goes out with the next <see cref="Flush"/>.</summary>
    public void End()
    {
        if (_compresses)
        {
            _channel.Requests.Compress();
        }

        _channel.End();
    }

    /// <summary>Sends everything that was ended.</summary>
    /// <exception cref="ConnectionLostException">The connection is lost; whatever was unanswered may have taken place or not.</exception>
    public void Flush() => _channel.Flush();

    /// <summary>Waits for the next message of the server.</summary>
    /// <returns>The message; valid until the next call.</returns>
    public KvAnswer Receive() => _channel.Receive();

    /// <summary>Waits for a part of an answer that comes in several messages; after the last, <see cref="EndParts"/> says so.</summary>
    internal KvAnswer ReceivePart() => _channel.Receive(isLast: false);

    /// <summary>The part received last was the last.</summary>
    internal void EndParts() => _channel.Answered();

    /// <summary>Carries out a command. Nothing else may be unanswered.</summary>
    /// <param name="opcode">The command.</param>
    /// <param name="what">What it is, for an error.</param>
    /// <param name="vBucket">The vBucket.</param>
    /// <param name="extras">Fields of the command's own.</param>
    /// <param name="key">The key.</param>
    /// <param name="value">The value.</param>
    /// <returns>The answer; valid until the next call.</returns>
    /// <exception cref="KvServerException">The answer is an error.</exception>
    public KvAnswer Exchange(
        KvOpcode opcode, string what, int vBucket = 0, ReadOnlySpan<byte> extras = default, ReadOnlySpan<byte> key = default, ReadOnlySpan<byte> value = default)
    {
        Begin(opcode, vBucket, 0, extras, key);
        Requests.Raw(value);
        End();
        Flush();
        var answer = Receive();
        if (answer.IsRequest || answer.Opcode != opcode)
        {
            throw new WireProtocolException($"{what}: the server answers something else.");
        }

        return answer.Status == KvStatus.Success ? answer : throw KvServerException.Of(answer, what);
    }

    /// <summary>Asks for statistics of the bucket on this node.</summary>
    /// <param name="group">Which; empty for the general ones.</param>
    /// <returns>Values by name; none where the node does not know the group.</returns>
    public IReadOnlyDictionary<string, string> Statistics(string group = "")
    {
        Begin(KvOpcode.Stat, 0, 0, default, Encoding.ASCII.GetBytes(group));
        End();
        Flush();
        var found = new Dictionary<string, string>(StringComparer.Ordinal);
        while (true)
        {
            var answer = _channel.Receive(isLast: false);
            if (answer.Status is not KvStatus.Success || answer.Key.IsEmpty)
            {
                _channel.Answered();
                return answer.Status is KvStatus.Success or KvStatus.KeyNotFound or KvStatus.NotSupported or KvStatus.InvalidArguments or KvStatus.UnknownCommand
                    ? found
                    : throw KvServerException.Of(answer, $"Statistics {group}");
            }

            found[Encoding.UTF8.GetString(answer.Key)] = Encoding.UTF8.GetString(answer.Value);
        }
    }

    /// <summary>Asks for the cluster's map, as JSON.</summary>
    /// <returns>The text; valid until the next call.</returns>
    public ReadOnlySpan<byte> ClusterConfig() => Exchange(KvOpcode.GetClusterConfig, "The cluster's map").Value;

    /// <summary>Asks for the number of a collection.</summary>
    /// <param name="scope">Its scope.</param>
    /// <param name="collection">Its name.</param>
    /// <exception cref="KvServerException">There is none, or not yet.</exception>
    public uint CollectionId(string scope, string collection)
    {
        var extras = Exchange(
            KvOpcode.CollectionsGetId, $"The number of the collection {scope}.{collection}", value: Encoding.UTF8.GetBytes($"{scope}.{collection}")).Extras;
        return extras.Length >= 12 ? BinaryPrimitives.ReadUInt32BigEndian(extras[8..]) : throw new WireProtocolException("The server's answer has no number of a collection.");
    }

    /// <inheritdoc/>
    public void Dispose() => _channel.Dispose();

    private static WireStream Connect(EndPoint server, KvConnectionOptions options)
    {
        var stream = WireStream.Connect(server, options.Socket);
        try
        {
            if (options.Tls is not null)
            {
                stream.Encrypt(server is DnsEndPoint dns ? dns.Host : ((IPEndPoint)server).Address.ToString(), options.Tls);
            }

            return stream;
        }
        catch
        {
            stream.Dispose();
            throw;
        }
    }

    private void Greet()
    {
        KvFeature[] wanted = [.. Enum.GetValues<KvFeature>().Where(feature => feature != KvFeature.Snappy || _options.Compresses)];
        byte[] asked = new byte[2 * wanted.Length];
        for (int i = 0; i < wanted.Length; i++)
        {
            BinaryPrimitives.WriteUInt16BigEndian(asked.AsSpan(2 * i), (ushort)wanted[i]);
        }

        var granted = new WireReader(Exchange(KvOpcode.Hello, "HELLO", key: "{\"a\":\"dbingest\"}"u8, value: asked).Value);
        var features = new HashSet<KvFeature>();
        while (granted.Remaining >= 2)
        {
            features.Add((KvFeature)granted.UInt16());
        }

        Features = features;
        _compresses = features.Contains(KvFeature.Snappy);
    }
}
