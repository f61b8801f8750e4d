using DbIngest.Wire;

namespace DbIngest.Targets.Servers;

/// <summary>
/// Connects to one of several nodes that serve equally. A target whose nodes all accept the same requests calls it for every
/// connection, and a target whose nodes own parts of the data only to learn the cluster's layout. It tries each node once, waits
/// for none, and goes on only from a node that cannot be reached.
/// </summary>
internal static class NodeOrder
{
    /// <summary>Connects to the first node that can be reached, from a given one on.</summary>
    /// <typeparam name="T">The type of the connection.</typeparam>
    /// <param name="nodes">Number of nodes.</param>
    /// <param name="node">Index of the node to try first. Receives the index of the node that answered.</param>
    /// <param name="open">Connects to the node of an index.</param>
    /// <exception cref="WireException">No node can be reached, or a node refuses.</exception>
    public static T Open<T>(int nodes, ref int node, Func<int, T> open)
    {
        for (int tried = 1; ; tried++)
        {
            try
            {
                return open(node);
            }
            catch (ConnectionLostException) when (tried < nodes)
            {
                node = (node + 1) % nodes;
            }
        }
    }

    /// <summary>As <see cref="Open{T}(int, ref int, Func{int, T})"/>, from the first node on.</summary>
    public static T Open<T>(int nodes, Func<int, T> open)
    {
        int node = 0;
        return Open(nodes, ref node, open);
    }
}
