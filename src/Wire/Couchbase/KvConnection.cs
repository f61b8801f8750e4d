using System.Buffers.Binary;
using System.Net;
using System.Text;

namespace DbIngest.Wire.Couchbase;

/// <summary>
/// A connection to one Couchbase node by the key-value protocol (memcached's binary protocol with Couchbase's commands).
/// <c>CouchbaseCluster</c> opens them, and <c>NodeLinks</c> keeps one per lane and node. One thread at a time uses it. Another
/// thread may only dispose it, to end a wait. Must be disposed after a <see cref="ConnectionLostException"/> or
/// <see cref="WireProtocolException"/>. It never repeats a request.
/// </summary>
/// <remarks>
/// Requests are pipelined: the caller begins and ends as many as its own bound allows, <see cref="Flush"/> sends them together,
/// and <see cref="Receive"/> returns answers in any order, told apart by their opaque. The timed path allocates nothing here.
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

    /// <summary>The node's address.</summary>
    public EndPoint Server { get; }

    /// <summary>Protocol features that the node agreed to (HELLO).</summary>
    public IReadOnlySet<KvFeature> Features { get; private set; } = new HashSet<KvFeature>();

    /// <summary>Authentication mechanism used; null without authentication.</summary>
    public string? Mechanism { get; private set; }

    /// <summary>Number of unanswered requests.</summary>
    public int Pending => _channel.Pending;

    /// <summary>Whether the connection is lost or disposed.</summary>
    public bool IsBroken => _channel.IsBroken;

    /// <summary>Whether the beginning of an answer has arrived.</summary>
    public bool HasInput => _channel.HasInput;

    /// <summary>Receives the value of the current request, between <see cref="Begin"/> and <see cref="End"/>.</summary>
    public KvRequestBuffer Requests => _channel.Requests;

    internal string User => _options.Credentials?.User ?? string.Empty;

    /// <summary>Connects, agrees on features, logs in and selects the bucket.</summary>
    /// <param name="server">The node's key-value address.</param>
    /// <param name="options">Credentials, bucket, timeouts and encryption.</param>
    /// <exception cref="ConnectionLostException">The node cannot be reached within the connect timeout.</exception>
    /// <exception cref="KvServerException">The node rejects the user, the password or the bucket.</exception>
    public static KvConnection Open(EndPoint server, KvConnectionOptions options) =>
        WireStream.Open(() => WireStream.Connect(server, options.Socket, options.Tls), stream =>
        {
            var connection = new KvConnection(new KvChannel(stream, options), server, options);
            connection.Greet();
            if (options.Credentials is { } credentials)
            {
                connection.Mechanism = KvLogin.Run(connection, credentials, stream.Encrypted is not null);
            }

            if (options.Bucket is { } bucket)
            {
                connection.Exchange(KvOpcode.SelectBucket, $"The bucket {bucket} cannot be selected",
                    key: Encoding.UTF8.GetBytes(bucket));
            }

            return connection;
        });

    /// <summary>Begins a request. The caller writes its value into <see cref="Requests"/> next.</summary>
    /// <param name="opcode">The command.</param>
    /// <param name="vBucket">The key's vBucket (<see cref="KvKeys.VBucket"/>).</param>
    /// <param name="opaque">Repeated by the answer, to match it to this request.</param>
    /// <param name="extras">Fields specific to the command.</param>
    /// <param name="key">The document's key, without prefix.</param>
    /// <param name="prefix">The collection's id, encoded (<see cref="KvKeys.Prefix"/>).</param>
    /// <param name="framing">Framing extras, such as the durability level.</param>
    /// <param name="cas">The version that the document must have; 0 for any.</param>
    public void Begin(
        KvOpcode opcode, int vBucket, uint opaque, ReadOnlySpan<byte> extras, ReadOnlySpan<byte> key,
            ReadOnlySpan<byte> prefix = default, ReadOnlySpan<byte> framing = default, ulong cas = 0) =>
        _channel.Requests.Begin(opcode, vBucket, opaque, framing, extras, prefix, key, cas);

    /// <summary>Ends the current request and compresses its value if agreed. <see cref="Flush"/> sends it.</summary>
    public void End()
    {
        if (_compresses)
        {
            _channel.Requests.Compress();
        }

        _channel.End();
    }

    /// <summary>Sends all ended requests.</summary>
    /// <exception cref="ConnectionLostException">
    /// The connection is lost. Every unanswered request may or may not have taken effect.
    /// </exception>
    public void Flush() => _channel.Flush();

    /// <summary>Waits for the next message from the server, valid until the next call.</summary>
    public KvMessage Receive() => _channel.Receive();

    /// <summary>
    /// Waits for one part of an answer in several messages. The caller calls <see cref="EndParts"/> after the last.
    /// </summary>
    internal KvMessage ReceivePart() => _channel.Receive(isLast: false);

    /// <summary>Records that the latest part was the last.</summary>
    internal void EndParts() => _channel.Answered();

    /// <summary>
    /// Sends one command and waits for its answer, valid until the next call. No other request may be unanswered.
    /// </summary>
    /// <param name="opcode">The command.</param>
    /// <param name="what">What was attempted, for the error message.</param>
    /// <param name="vBucket">The key's vBucket; 0 if the command has none.</param>
    /// <param name="extras">Fields specific to the command.</param>
    /// <param name="key">The key; empty if the command has none.</param>
    /// <param name="value">The value; empty if the command has none.</param>
    /// <exception cref="KvServerException">The server answered with an error.</exception>
    /// <exception cref="WireProtocolException">The server answered another command.</exception>
    public KvMessage Exchange(
        KvOpcode opcode, string what, int vBucket = 0, ReadOnlySpan<byte> extras = default, ReadOnlySpan<byte> key = default,
            ReadOnlySpan<byte> value = default)
    {
        Begin(opcode, vBucket, 0, extras, key);
        Requests.Raw(value);
        End();
        Flush();
        var answer = Receive();
        if (answer.IsRequest || answer.Opcode != opcode)
        {
            throw new WireProtocolException($"{what}: the server sent the answer to another command.");
        }

        return answer.Status == KvStatus.Success ? answer : throw KvServerException.Of(answer, what);
    }

    /// <summary>Reads statistics of the bucket on this node.</summary>
    /// <param name="group">The group; empty for the general statistics.</param>
    /// <returns>Values by name; empty if the node does not know the group.</returns>
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
                return answer.Status is KvStatus.Success or KvStatus.KeyNotFound or KvStatus.NotSupported
                    or KvStatus.InvalidArguments or KvStatus.UnknownCommand
                    ? found
                    : throw KvServerException.Of(answer, $"Statistics {group}");
            }

            found[Encoding.UTF8.GetString(answer.Key)] = Encoding.UTF8.GetString(answer.Value);
        }
    }

    /// <summary>Reads the cluster map as JSON, valid until the next call.</summary>
    public ReadOnlySpan<byte> ClusterConfig() => Exchange(KvOpcode.GetClusterConfig, "Reading the cluster map").Value;

    /// <summary>Reads the id of a collection.</summary>
    /// <exception cref="KvServerException">The collection does not exist on this node, or not yet.</exception>
    public uint CollectionId(string scope, string collection)
    {
        var extras = Exchange(
            KvOpcode.CollectionsGetId, $"Reading the id of the collection {scope}.{collection}",
                value: Encoding.UTF8.GetBytes($"{scope}.{collection}")).Extras;
        return extras.Length >= 12 ? BinaryPrimitives.ReadUInt32BigEndian(extras[8..])
            : throw new WireProtocolException("The server's answer has no collection id.");
    }

    /// <inheritdoc/>
    public void Dispose() => _channel.Dispose();

    private void Greet()
    {
        KvFeature[] wanted =
            [.. Enum.GetValues<KvFeature>().Where(feature => feature != KvFeature.Snappy || _options.Compresses)];
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
