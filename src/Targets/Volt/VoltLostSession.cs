using System.Diagnostics;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire.Volt;

namespace DbIngest.Targets.Volt;

/// <summary>
/// Identifies a lost session whose calls may still take effect. <see cref="VoltWriter"/> creates it after a loss and waits for
/// the session's end before it writes again. The server may not have read all calls from the socket yet. Once it no longer lists
/// the session, all calls have been passed to the partitions, which run calls in order, so that any later call sees their effect.
/// </summary>
/// <param name="Host">Id of the session's node.</param>
/// <param name="Id">Id of the session on this node.</param>
/// <param name="ClusterStart">Start time of the cluster. Ids restart with it.</param>
internal sealed record VoltLostSession(int Host, long Id, long ClusterStart)
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(10);

    /// <summary>Identifies a session that is given up.</summary>
    /// <param name="connection">The session.</param>
    public static VoltLostSession Of(VoltConnection connection) => new(connection.Host, connection.Id, connection.ClusterStart);

    /// <summary>Waits until the session has left the server.</summary>
    /// <param name="connection">Another session.</param>
    /// <param name="timeout">Longest wait.</param>
    /// <exception cref="BatchWriteException">The session is still there, so the fate of the batch is unknown.</exception>
    public void EnsureGone(VoltConnection connection, TimeSpan timeout)
    {
        for (long started = Stopwatch.GetTimestamp(); IsListed(connection); Thread.Sleep(Interval))
        {
            if (Stopwatch.GetElapsedTime(started) > timeout)
            {
                throw new BatchWriteException(
                    $"The lost connection {Id} is still there: what becomes of the batch is not known yet.", isTransient: true,
                    isAmbiguous: true);
            }
        }
    }

    private bool IsListed(VoltConnection connection) => connection.ClusterStart == ClusterStart
        && connection.Call("@Statistics", "LIVECLIENTS", 0).Table().All()
        .Any(row => row["HOST_ID"] is long host && host == Host && row["CONNECTION_ID"] is long id && id == Id);
}
