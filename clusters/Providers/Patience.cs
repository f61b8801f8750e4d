using System.Diagnostics;
using System.Globalization;
using DbIngest.Clusters.Hosts;

namespace DbIngest.Clusters.Providers;

/// <summary>Waits for what takes its time, and no longer than is sensible.</summary>
internal static class Patience
{
    /// <summary>How long a node may take to answer once.</summary>
    public static readonly TimeSpan Answer = TimeSpan.FromSeconds(10);

    /// <summary>How long what was started may take.</summary>
    public static readonly TimeSpan Longest = TimeSpan.FromMinutes(10);

    /// <summary>How long nodes that ran already may take.</summary>
    public static readonly TimeSpan LongestOfRunning = TimeSpan.FromMinutes(1);

    private const int LooksAfter = 5;
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(200);

    /// <summary>Asks until nothing is missing.</summary>
    /// <param name="what">What is not so yet, as the beginning of a sentence.</param>
    /// <param name="missing">What is missing; null when nothing is.</param>
    /// <param name="ended">Says that waiting is in vain; null while it is not. Asked now and then.</param>
    /// <param name="cancellation">Ends it early.</param>
    /// <param name="longest">How long it may take; null for <see cref="Longest"/>.</param>
    /// <exception cref="ClusterException">It is in vain, or takes too long.</exception>
    public static void Until(string what, Func<string?> missing, Func<string?> ended, CancellationToken cancellation, TimeSpan? longest = null)
    {
        var most = longest ?? Longest;
        long started = Stopwatch.GetTimestamp();
        for (int asked = 1; missing() is { } why; asked++)
        {
            if (asked % LooksAfter == 0 && ended() is { } vain)
            {
                throw new ClusterException(vain);
            }

            if (Stopwatch.GetElapsedTime(started) > most)
            {
                throw new ClusterException(string.Create(CultureInfo.InvariantCulture, $"{what} after {most.TotalMinutes:0} min: {why}"));
            }

            cancellation.WaitHandle.WaitOne(Interval);
            cancellation.ThrowIfCancellationRequested();
        }
    }
}
