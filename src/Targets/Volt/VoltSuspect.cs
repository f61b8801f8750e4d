using System.Diagnostics;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire.Volt;

namespace DbIngest.Targets.Volt;

/// <summary>
/// A session that was lost. The server may not have read all of what was sent over it; once it does not list the session any
/// more, all of it is read and handed to the partitions, which carry out one call after the other: a call that follows finds it
/// done.
/// </summary>
/// <param name="Host">The session's node.</param>
/// <param name="Id">Its number there.</param>
/// <param name="ClusterStart">When the cluster was started: another one begins its numbers anew.</param>
internal sealed record VoltSuspect(int Host, long Id, long ClusterStart)
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(10);

    /// <summary>What a session becomes that is given up.</summary>
    /// <param name="connection">The session.</param>
    public static VoltSuspect Of(VoltConnection connection) => new(connection.Host, connection.Id, connection.ClusterStart);

    /// <summary>Makes sure that the session has left the server.</summary>
    /// <param name="connection">Another session.</param>
    /// <param name="patience">How long to wait for it.</param>
    /// <exception cref="BatchWriteException">It is still there.</exception>
    public void EnsureGone(VoltConnection connection, TimeSpan patience)
    {
        for (long started = Stopwatch.GetTimestamp(); IsListed(connection); Thread.Sleep(Interval))
        {
            if (Stopwatch.GetElapsedTime(started) > patience)
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
