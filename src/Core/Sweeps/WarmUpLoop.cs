using System.Diagnostics;
using DbIngest.Core.Pipeline;

namespace DbIngest.Core.Sweeps;

/// <summary>
/// Repeats a burst until the processes are warm. The state is asked for, not assumed: the runtime compiles a method anew when it
/// has been called often, in the background and a moment later (tiered compilation), so code is warm when it has been used a while
/// and a further burst has compiled next to nothing and was not faster than the best before.
/// </summary>
public static class WarmUpLoop
{
    /// <summary>Long enough for the runtime's delay of 100 ms before it compiles what has become hot.</summary>
    private static readonly TimeSpan Burst = TimeSpan.FromMilliseconds(200);

    /// <summary>A database may warm up for minutes; what is left after this is for its warm-up trials, and said.</summary>
    public static readonly TimeSpan Longest = TimeSpan.FromSeconds(15);

    /// <summary>Methods that timers and displays of the process may have compiled meanwhile.</summary>
    private const int FewMethods = 5;

    /// <summary>The runtime counts thirty calls before it compiles a method anew.</summary>
    private const int EnoughBatches = 100;

    private const int QuietBursts = 2;

    private const double Faster = 1.1;

    /// <summary>Repeats a burst.</summary>
    /// <param name="ingest">The burst.</param>
    /// <param name="longest">For how long at most; not at all when it is zero.</param>
    /// <param name="cancellation">Ends it early.</param>
    /// <returns>Whether a warm state was reached in the time there is.</returns>
    /// <exception cref="Abstractions.Targets.TargetException">The target failed.</exception>
    /// <exception cref="OperationCanceledException">It was ended early.</exception>
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
            bool isQuiet = batches >= EnoughBatches && burst.CompiledMethodsInAll - compiled <= FewMethods && burst.RecordsPerS <= best * Faster;
            quiet = isQuiet ? quiet + 1 : 0;
            best = Math.Max(best, burst.RecordsPerS);
            compiled = burst.CompiledMethodsInAll;
        }

        return true;
    }
}
