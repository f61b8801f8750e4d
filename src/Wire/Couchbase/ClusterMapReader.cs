using System.Net;
using System.Text.Json;

namespace DbIngest.Wire.Couchbase;

/// <summary>
/// Reads a cluster map from JSON, which has the same form from the key-value protocol and from REST
/// (<c>/pools/default/b/BUCKET</c>). <c>CouchbaseCluster</c> calls it for each map it receives, <c>ClusterRest</c> for the
/// addresses of the REST services. It never connects, and throws for a map that it cannot use.
/// </summary>
/// <param name="isEncrypted">Whether to take the ports for TLS.</param>
/// <param name="isExternal">
/// Whether to take the nodes' alternate addresses, by which clients outside of the cluster's network reach them.
/// </param>
public sealed class ClusterMapReader(bool isEncrypted, bool isExternal)
{
    private const string HostPlaceholder = "$HOST";
    private const int MaxVBuckets = 1 << 15;

    /// <summary>Reads the map of a bucket.</summary>
    /// <param name="json">The map, UTF-8.</param>
    /// <param name="from">Host name of the node that sent the map, which the map may leave out.</param>
    /// <exception cref="WireProtocolException">The JSON is not a cluster map, or the map has no vBuckets.</exception>
    public ClusterMap Read(ReadOnlySpan<byte> json, string from) => Parse(json, root => Read(root, from));

    /// <summary>Reads the REST hosts and ports. The map need not belong to a bucket.</summary>
    /// <param name="json">The map, UTF-8.</param>
    /// <param name="from">Host name of the node that sent the map.</param>
    /// <exception cref="WireProtocolException">The JSON is not a cluster map.</exception>
    public IReadOnlyList<(string Host, int Port)> ReadManagement(ReadOnlySpan<byte> json, string from) => Parse(json, root =>
        (IReadOnlyList<(string, int)>)[.. root.GetProperty("nodesExt").EnumerateArray()
            .Select(node => Place(node, from))
            .Select(place => (place.Host, Port: (int?)Number(place.Services, isEncrypted ? "mgmtSSL" : "mgmt")))
            .Where(place => place.Port is not null)
            .Select(place => (place.Host, place.Port!.Value))]);

    private static T Parse<T>(ReadOnlySpan<byte> json, Func<JsonElement, T> read)
    {
        try
        {
            var reader = new Utf8JsonReader(json);
            using var document = JsonDocument.ParseValue(ref reader);
            return read(document.RootElement);
        }
        catch (Exception exception) when (
            exception is JsonException or InvalidOperationException or KeyNotFoundException or FormatException
                or IndexOutOfRangeException)
        {
            throw new WireProtocolException("The server's cluster map does not have the expected JSON fields.", exception);
        }
    }

    private ClusterMap Read(JsonElement root, string from)
    {
        if (!root.TryGetProperty("vBucketServerMap", out var servers))
        {
            throw new WireProtocolException(
                "The server's cluster map has no vBuckets: the bucket is not ready, or its type is neither couchbase nor "
                + "ephemeral.");
        }

        var known = root.TryGetProperty("nodesExt", out var extended) ? extended.EnumerateArray().ToList() : [];
        var list = servers.GetProperty("serverList").EnumerateArray()
            .Select(e => e.GetString()!.Replace(HostPlaceholder, Bracketed(from), StringComparison.Ordinal)).ToList();
        var nodes = list.Select((authority, index) => Node(authority, index, known, from)).ToList();
        var rows = servers.GetProperty("vBucketMap").EnumerateArray().ToList();
        int copies = rows.Count > 0 ? rows[0].GetArrayLength() : 0;
        if (copies == 0 || rows.Count > MaxVBuckets || (rows.Count & (rows.Count - 1)) != 0)
        {
            throw new WireProtocolException(
                $"The server's cluster map has {rows.Count} vBuckets, which is not a power of two up to {MaxVBuckets}.");
        }

        short[][] columns = [.. Enumerable.Range(0, copies).Select(_ => new short[rows.Count])];
        for (int vBucket = 0; vBucket < rows.Count; vBucket++)
        {
            for (int copy = 0; copy < copies; copy++)
            {
                short node = rows[vBucket][copy].GetInt16();
                columns[copy][vBucket] = node >= -1 && node < nodes.Count ? node
                    : throw new WireProtocolException("The server's cluster map refers to a node that it does not list.");
            }
        }

        return new ClusterMap(
            (Number(root, "revEpoch") ?? 0, Number(root, "rev") ?? 0),
            nodes,
            columns[0],
            columns[1..],
            root.TryGetProperty("name", out var name) ? name.GetString() : null,
            root.TryGetProperty("bucketCapabilities", out var abilities) && abilities.EnumerateArray()
                .Any(ability => ability.ValueEquals("rangeScan")));
    }

    /// <summary>
    /// Combines a node of the vBucket server list with its entry in <c>nodesExt</c>: the entry with the same host and plain port,
    /// else the entry with the same index.
    /// </summary>
    private ClusterNode Node(string authority, int index, List<JsonElement> known, string from)
    {
        var plain = CouchbaseAddress.Host(authority, CouchbaseAddress.PlainPort);
        string host = plain is DnsEndPoint dns ? dns.Host : ((IPEndPoint)plain).Address.ToString();
        int port = plain is DnsEndPoint named ? named.Port : ((IPEndPoint)plain).Port;
        var holders = known
            .Where(n => n.GetProperty("services").TryGetProperty("kv", out _) || n.GetProperty("services")
            .TryGetProperty("kvSSL", out _)).ToList();
        var own = holders.FirstOrDefault(n => Host(n, from) == host && Number(n.GetProperty("services"), "kv") == port);
        own = own.ValueKind == JsonValueKind.Undefined && index < holders.Count ? holders[index] : own;
        if (own.ValueKind == JsonValueKind.Undefined)
        {
            return isEncrypted || isExternal
                ? throw new WireProtocolException(
                    $"The server's cluster map does not say at which port {authority} takes "
                    + $"{(isEncrypted ? "encrypted connections" : "connections from outside")}.")
                : new ClusterNode(host, port, ManagementPort: null);
        }

        (host, var services) = Place(own, from);
        return new ClusterNode(
            host,
            (int?)Number(services, isEncrypted ? "kvSSL" : "kv")
                ?? throw new WireProtocolException(
                $"The node {authority} accepts no {(isEncrypted ? "encrypted" : "plain")} connections."),
            (int?)Number(services, isEncrypted ? "mgmtSSL" : "mgmt"));
    }

    /// <summary>A node's host and ports, as this client reaches them.</summary>
    private (string Host, JsonElement Services) Place(JsonElement node, string from)
    {
        var services = node.GetProperty("services");
        if (!isExternal)
        {
            return (Host(node, from), services);
        }

        var external = node.TryGetProperty("alternateAddresses", out var others)
            && others.TryGetProperty("external", out var given)
            ? given
            : throw new WireProtocolException(
                $"The server's cluster map has no external address of {Host(node, from)}: omit network=external.");
        return (external.GetProperty("hostname").GetString()!, external.TryGetProperty("ports", out var ports) ? ports
            : services);
    }

    private static string Host(JsonElement node, string from) =>
        node.TryGetProperty("hostname", out var name) && name.GetString() is { Length: > 0 } given && given != HostPlaceholder
            ? given : from;

    private static string Bracketed(string host) => host.Contains(':', StringComparison.Ordinal) ? $"[{host}]" : host;

    private static long? Number(JsonElement element, string name) => element.TryGetProperty(name, out var value)
        ? value.GetInt64() : null;
}
