using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.Volt;

namespace DbIngest.Targets.Volt;

/// <summary>Opens sessions with a server, or with the nodes of one.</summary>
/// <param name="place">Where it is.</param>
/// <param name="options">How connections are made.</param>
internal sealed class VoltServer(VoltPlace place, VoltConnectionOptions options)
{
    public VoltPlace Place => place;

    public TimeSpan Timeout => options.RequestTimeout;

    /// <summary>Opens a session with one of the nodes, or, where that one cannot be reached, with the next.</summary>
    /// <param name="timeout">How long a request of it may take; null for the usual.</param>
    /// <param name="node">The node to begin with, by its place in the list, which begins anew behind its end.</param>
    /// <exception cref="WireException">None can be reached, or one refuses.</exception>
    public VoltConnection Open(TimeSpan? timeout = null, int node = 0)
    {
        int nodes = place.Nodes.Count;
        for (int tried = 1; ; tried++, node++)
        {
            try
            {
                return VoltConnection.Open(options with { Server = place.Nodes[node % nodes], RequestTimeout = timeout ?? options.RequestTimeout });
            }
            catch (ConnectionLostException) when (tried < nodes)
            {
                // Another one has all partitions as well, or knows who has them.
            }
        }
    }

    /// <summary>Whether a server answers there in this protocol, also by refusing us.</summary>
    public bool Answers()
    {
        try
        {
            Open().Dispose();
            return true;
        }
        catch (VoltServerException)
        {
            return true;
        }
        catch (WireException)
        {
            return false;
        }
    }

    /// <summary>Whether a server answers there that takes statements.</summary>
    public bool IsReady()
    {
        try
        {
            using var connection = Open();
            connection.Call("@Ping");
            return true;
        }
        catch (WireException)
        {
            return false;
        }
    }

    /// <summary>Runs a verb on a session of its own, which a cancellation ends.</summary>
    /// <typeparam name="T">What it gives.</typeparam>
    /// <param name="what">What failed if it fails, as the beginning of a sentence.</param>
    /// <param name="work">The work.</param>
    /// <param name="timeout">How long a request of it may take; null for the usual.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <exception cref="TargetException">The server failed.</exception>
    public T Run<T>(string what, Func<VoltConnection, T> work, TimeSpan? timeout = null, CancellationToken cancellation = default)
    {
        cancellation.ThrowIfCancellationRequested();
        try
        {
            using var connection = Open(timeout);
            using var ending = cancellation.Register(connection.Dispose);
            return work(connection);
        }
        catch (WireException e)
        {
            cancellation.ThrowIfCancellationRequested();
            throw VoltErrors.OfTarget($"{what} ({place})", e);
        }
    }

    /// <summary>Runs a verb that gives nothing.</summary>
    /// <param name="what">What failed if it fails, as the beginning of a sentence.</param>
    /// <param name="work">The work.</param>
    /// <param name="timeout">How long a request of it may take; null for the usual.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <exception cref="TargetException">The server failed.</exception>
    public void Run(string what, Action<VoltConnection> work, TimeSpan? timeout = null, CancellationToken cancellation = default) => Run(what, connection =>
    {
        work(connection);
        return true;
    }, timeout, cancellation);
}
