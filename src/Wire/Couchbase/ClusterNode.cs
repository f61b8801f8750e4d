using System.Net;

namespace DbIngest.Wire.Couchbase;

/// <summary>
/// A data node of a Couchbase cluster, with the addresses of its two services. <see cref="ClusterMapReader"/> creates it from a
/// cluster map. <c>CouchbaseCluster</c> opens its connections to <see cref="KeyValue"/>. Immutable.
/// </summary>
/// <param name="Host">DNS name or IP address.</param>
/// <param name="KeyValuePort">Port of the key-value protocol.</param>
/// <param name="ManagementPort">Port of the REST service; null if the map does not contain it.</param>
public sealed record ClusterNode(string Host, int KeyValuePort, int? ManagementPort)
{
    /// <summary>Address of the key-value protocol.</summary>
    public EndPoint KeyValue => IPAddress.TryParse(Host, out var address) ? new IPEndPoint(address, KeyValuePort)
        : new DnsEndPoint(Host, KeyValuePort);

    /// <inheritdoc/>
    public override string ToString() => CouchbaseAddress.Show(KeyValue);
}
