using System.Net;

namespace DbIngest.Wire.Couchbase;

/// <summary>A node of a cluster that holds data.</summary>
/// <param name="Host">Its name or address.</param>
/// <param name="KeyValuePort">Where it takes the key-value protocol.</param>
/// <param name="ManagementPort">Where it takes REST; null where it does not say.</param>
public sealed record ClusterNode(string Host, int KeyValuePort, int? ManagementPort)
{
    /// <summary>Where it takes the key-value protocol.</summary>
    public EndPoint KeyValue => IPAddress.TryParse(Host, out var address) ? new IPEndPoint(address, KeyValuePort) : new DnsEndPoint(Host, KeyValuePort);

    /// <inheritdoc/>
    public override string ToString() => CouchbaseAddress.Show(KeyValue);
}
