using System.Diagnostics;
using System.Globalization;
using DbIngest.Clusters.Hosts;

namespace DbIngest.Clusters.Providers;

/// <summary>
/// Polls a starting node or cluster until it is ready. Every provider, <c>Cluster</c> and <c>RunContainer</c> wait by it, so
/// that their timeouts stand in one place. It fails soon after the node has ended, and at the timeout in any case.
/// </summary>
internal static class NodeWait
{
    /// <summary>Timeout of one request to a node.</summary>
    public static readonly TimeSpan AnswerTimeout = TimeSpan.FromSeconds(10);

    /// <summary>Timeout until a node that this command started serves.</summary>
    public static readonly TimeSpan StartTimeout = TimeSpan.FromMinutes(10);

    /// <summary>Timeout until nodes serve that ran before this command.</summary>
    public static readonly TimeSpan RunningTimeout = TimeSpan.FromMinutes(1);

    private const int LooksAfter = 5;
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(200);

    /// <summary>Polls until the condition is met, with pauses of 0.2 s.</summary>
    /// <param name="what">The unmet state, as the start of an error message: <c>n1 does not serve clients</c>.</param>
    /// <param name="missing">Returns the unmet condition, for the message at the timeout; null ends the wait.</param>
    /// <param name="ended">
    /// Returns why waiting cannot succeed; null while it can. Called only at every fifth poll, since it contacts the machine.
    /// </param>
    /// <param name="cancellation">Ends the wait.</param>
    /// <param name="timeout">The timeout; null for <see cref="StartTimeout"/>.</param>
    /// <exception cref="ClusterException">Waiting cannot succeed, or the timeout has passed.</exception>
    public static void Until(string what, Func<string?> missing, Func<string?> ended, CancellationToken cancellation,
        TimeSpan? timeout = null)
    {
        var most = timeout ?? StartTimeout;
        long started = Stopwatch.GetTimestamp();
        for (int asked = 1; missing() is { } why; asked++)
        {
            if (asked % LooksAfter == 0 && ended() is { } vain)
            {
                throw new ClusterException(vain);
            }

            if (Stopwatch.GetElapsedTime(started) > most)
            {
                throw new ClusterException(
                    string.Create(CultureInfo.InvariantCulture, $"{what} after {most.TotalMinutes:0} min: {why}"));
            }

            cancellation.WaitHandle.WaitOne(Interval);
            cancellation.ThrowIfCancellationRequested();
        }
    }
}
