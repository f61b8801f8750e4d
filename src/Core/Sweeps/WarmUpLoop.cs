using System.Diagnostics;
using DbIngest.Core.Pipeline;

namespace DbIngest.Core.Sweeps;

/// <summary>
/// Repeats a burst until the code of the processes is warm. The runtime recompiles hot methods in the background (tiered
/// compilation). The loop treats code as warm after enough batches, once further bursts compile next to nothing and are not
/// faster than the best one. <see cref="ProcessWarmUp"/> and <see cref="Calibrator"/> call it before trials, never within a timed
/// region.
/// </summary>
/// <remarks>
/// Each repetition within a burst also prepares the table and loads the records of a mix, which does not count as ingestion time:
/// a burst may last longer than its 0.2 s. The records of the last repetition stay in the table, and the caller cleans it.
/// </remarks>
public static class WarmUpLoop
{
    /// <summary>Least ingestion time of a burst, longer than the 100 ms that the runtime waits before it recompiles.</summary>
    private static readonly TimeSpan Burst = TimeSpan.FromMilliseconds(200);

    /// <summary>Longest warm-up. A database that takes longer warms up in its warm-up trials.</summary>
    public static readonly TimeSpan Longest = TimeSpan.FromSeconds(15);

    /// <summary>Methods that timers and progress displays may compile during a burst.</summary>
    private const int FewMethods = 5;

    /// <summary>Batches before code can be warm. The runtime recompiles a method after 30 calls.</summary>
    private const int EnoughBatches = 100;

    /// <summary>Code is warm after this many bursts in a row that compile next to nothing and are not faster.</summary>
    private const int QuietBursts = 2;

    /// <summary>A burst counts as faster if its rate is more than this multiple of the best rate so far.</summary>
    private const double Faster = 1.1;

    /// <summary>Repeats a burst until the code is warm or the time is over.</summary>
    /// <param name="ingest">The burst.</param>
    /// <param name="longest">Longest time, checked before each burst only. Zero for no repetition.</param>
    /// <param name="cancellation">Cancels the loop.</param>
    /// <returns>True if the code became warm in time. False with no repetition.</returns>
    /// <exception cref="Abstractions.Targets.TargetException">The target failed.</exception>
    /// <exception cref="OperationCanceledException">The loop was cancelled.</exception>
    internal static bool Run(IngestBurst ingest, TimeSpan longest, CancellationToken cancellation)
    {
        long started = Stopwatch.GetTimestamp();
        long batches = 0;
        double best = 0;
        long compiled = -FewMethods - 1;
        for (int quiet = 0; quiet < QuietBursts;)
        {
            if (Stopwatch.GetElapsedTime(started) >= longest)
            {
                return false;
            }

            var burst = ingest.Run(Burst, cancellation);
            batches += burst.Batches;
            bool isQuiet = batches >= EnoughBatches && burst.CompiledMethodsInAll - compiled <= FewMethods
                && burst.PerS <= best * Faster;
            quiet = isQuiet ? quiet + 1 : 0;
            best = Math.Max(best, burst.PerS);
            compiled = burst.CompiledMethodsInAll;
        }

        return true;
    }
}
