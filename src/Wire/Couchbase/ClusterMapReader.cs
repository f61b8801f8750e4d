using System.Net;
using System.Text.Json;

namespace DbIngest.Wire.Couchbase;

/// <summary>Reads a cluster's map: JSON, the same by the key-value protocol and by REST (<c>/pools/default/b/BUCKET</c>).</summary>
/// <param name="isEncrypted">Whether the ports for TLS are wanted.</param>
/// <param name="isExternal">Whether the nodes are reached by the addresses that they have outside of their network.</param>
public sealed class ClusterMapReader(bool isEncrypted, bool isExternal)
{
    private const string HostPlaceholder = "$HOST";
    private const int MaxVBuckets = 1 << 15;

    /// <summary>Reads a map.</summary>
    /// <param name="json">The text.</param>
    /// <param name="from">The node that gave it, which a map may mean without naming it.</param>
    /// <exception cref="WireProtocolException">It is none.</exception>
    public ClusterMap Read(ReadOnlySpan<byte> json, string from) => Parse(json, root => Read(root, from));

    /// <summary>Reads where a cluster takes REST: of a map that need not have a bucket.</summary>
    /// <param name="json">The text.</param>
    /// <param name="from">The node that gave it.</param>
    /// <returns>Hosts and ports.</returns>
    /// <exception cref="WireProtocolException">It is no map.</exception>
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
        catch (Exception exception) when (exception is JsonException or InvalidOperationException or KeyNotFoundException or FormatException or IndexOutOfRangeException)
        {
            throw new WireProtocolException("The server's map of the cluster is not of the form that it must have.", exception);
        }
    }

    private ClusterMap Read(JsonElement root, string from)
    {
        if (!root.TryGetProperty("vBucketServerMap", out var servers))
        {
            throw new WireProtocolException("The server's map of the cluster has no vBuckets: the bucket is not of the type couchbase or ephemeral, or it is not ready.");
        }

        var known = root.TryGetProperty("nodesExt", out var extended) ? extended.EnumerateArray().ToList() : [];
        var list = servers.GetProperty("serverList").EnumerateArray().Select(e => e.GetString()!.Replace(HostPlaceholder, Bracketed(from), StringComparison.Ordinal)).ToList();
        var nodes = list.Select((authority, index) => Node(authority, index, known, from)).ToList();
        var rows = servers.GetProperty("vBucketMap").EnumerateArray().ToList();
        int copies = rows.Count > 0 ? rows[0].GetArrayLength() : 0;
        if (copies == 0 || rows.Count > MaxVBuckets || (rows.Count & (rows.Count - 1)) != 0)
        {
            throw new WireProtocolException($"The server's map of the cluster has {rows.Count} vBuckets, and that is no power of two up to {MaxVBuckets}.");
        }

        short[][] columns = [.. Enumerable.Range(0, copies).Select(_ => new short[rows.Count])];
        for (int vBucket = 0; vBucket < rows.Count; vBucket++)
        {
            for (int copy = 0; copy < copies; copy++)
            {
                short node = rows[vBucket][copy].GetInt16();
                columns[copy][vBucket] = node >= -1 && node < nodes.Count ? node : throw new WireProtocolException("The server's map of the cluster names a node that is not in it.");
            }
        }

        return new ClusterMap(
            (Number(root, "revEpoch") ?? 0, Number(root, "rev") ?? 0),
            nodes,
            columns[0],
            columns[1..],
            root.TryGetProperty("name", out var name) ? name.GetString() : null,
            root.TryGetProperty("bucketCapabilities", out var abilities) && abilities.EnumerateArray().Any(ability => ability.ValueEquals("rangeScan")));
    }

    /// <summary>A node as the list of vBuckets' servers has it, with what is said of it further on: the same place by the plain port, else the same index.</summary>
    private ClusterNode Node(string authority, int index, List<JsonElement> known, string from)
    {
        var plain = CouchbaseAddress.Host(authority, CouchbaseAddress.PlainPort);
        string host = plain is DnsEndPoint dns ? dns.Host : ((IPEndPoint)plain).Address.ToString();
        int port = plain is DnsEndPoint named ? named.Port : ((IPEndPoint)plain).Port;
        var holders = known.Where(n => n.GetProperty("services").TryGetProperty("kv", out _) || n.GetProperty("services").TryGetProperty("kvSSL", out _)).ToList();
        var own = holders.FirstOrDefault(n => Host(n, from) == host && Number(n.GetProperty("services"), "kv") == port);
        own = own.ValueKind == JsonValueKind.Undefined && index < holders.Count ? holders[index] : own;
        if (own.ValueKind == JsonValueKind.Undefined)
        {
            return isEncrypted || isExternal
                ? throw new WireProtocolException($"The server's map of the cluster does not say where {authority} takes {(isEncrypted ? "encrypted connections" : "connections from outside")}.")
                : new ClusterNode(host, port, ManagementPort: null);
        }

        (host, var services) = Place(own, from);
        return new ClusterNode(
            host,
            (int?)Number(services, isEncrypted ? "kvSSL" : "kv") ?? throw new WireProtocolException($"The node {authority} takes no {(isEncrypted ? "encrypted" : "plain")} connections."),
            (int?)Number(services, isEncrypted ? "mgmtSSL" : "mgmt"));
    }

    /// <summary>A node's host and ports, as they are reached from here.</summary>
    private (string Host, JsonElement Services) Place(JsonElement node, string from)
    {
        var services = node.GetProperty("services");
        if (!isExternal)
        {
            return (Host(node, from), services);
        }

        var external = node.TryGetProperty("alternateAddresses", out var others) && others.TryGetProperty("external", out var given)
            ? given
            : throw new WireProtocolException($"The server's map of the cluster has no external address of {Host(node, from)}: leave network=external out.");
        return (external.GetProperty("hostname").GetString()!, external.TryGetProperty("ports", out var ports) ? ports : services);
    }

    private static string Host(JsonElement node, string from) =>
        node.TryGetProperty("hostname", out var name) && name.GetString() is { Length: > 0 } given && given != HostPlaceholder ? given : from;

    private static string Bracketed(string host) => host.Contains(':', StringComparison.Ordinal) ? $"[{host}]" : host;

    private static long? Number(JsonElement element, string name) => element.TryGetProperty(name, out var value) ? value.GetInt64() : null;
}
