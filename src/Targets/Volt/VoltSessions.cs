using System.Net;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Volt;

namespace DbIngest.Targets.Volt;

/// <summary>
/// Opens sessions to the nodes of a VoltDB server. <see cref="VoltDefinition"/> makes one for a target, which shares it with its
/// writers, and one for a probe. Thread-safe: each caller gets its own connection and disposes it.
/// </summary>
/// <param name="nodes">Addresses of the nodes.</param>
/// <param name="options">Credentials, encryption and timeouts.</param>
internal sealed class VoltSessions(IReadOnlyList<EndPoint> nodes, VoltConnectionOptions options)
{
    public TimeSpan Timeout => options.RequestTimeout;

    /// <summary>Opens a session to a node. If the node cannot be reached, tries the next ones.</summary>
    /// <param name="timeout">Timeout of its requests. Null for the user's.</param>
    /// <param name="node">Index of the node to try first, modulo the number of nodes.</param>
    /// <exception cref="WireException">No node can be reached, or a node refuses.</exception>
    public VoltConnection Open(TimeSpan? timeout = null, int node = 0)
    {
        // Any node serves all partitions, or forwards to the node that does.
        int first = node % nodes.Count;
        return NodeOrder.Open(nodes.Count, ref first, index => VoltConnection.Open(
            options with { Server = nodes[index], RequestTimeout = timeout ?? options.RequestTimeout }));
    }
}
