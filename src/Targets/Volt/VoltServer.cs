using System.Net;
using DbIngest.Wire;
using DbIngest.Wire.Volt;

namespace DbIngest.Targets.Volt;

/// <summary>Opens sessions with a server, or with the nodes of one.</summary>
/// <param name="nodes">Its nodes.</param>
/// <param name="options">How connections are made.</param>
internal sealed class VoltServer(IReadOnlyList<EndPoint> nodes, VoltConnectionOptions options)
{
    public TimeSpan Timeout => options.RequestTimeout;

    /// <summary>Opens a session with one of the nodes, or, where that one cannot be reached, with the next.</summary>
    /// <param name="timeout">How long a request of it may take; null for the usual.</param>
    /// <param name="node">The node to begin with, by its place in the list, which begins anew behind its end.</param>
    /// <exception cref="WireException">None can be reached, or one refuses.</exception>
    public VoltConnection Open(TimeSpan? timeout = null, int node = 0)
    {
        for (int tried = 1; ; tried++, node++)
        {
            try
            {
                return VoltConnection.Open(
                    options with { Server = nodes[node % nodes.Count], RequestTimeout = timeout ?? options.RequestTimeout });
            }
            catch (ConnectionLostException) when (tried < nodes.Count)
            {
                // Another one has all partitions as well, or knows who has them.
            }
        }
    }
}
