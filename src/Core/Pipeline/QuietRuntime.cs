using System.Diagnostics;
using System.Runtime;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// Brings this process's runtime to rest before a timed region, so that garbage and compilations of an earlier trial do not fall
/// into it. The runtime recompiles hot methods in the background about 100 ms after the last new one: without the wait, the audit
/// of one trial would be compiled during the next. <see cref="Trials.TrialRunner"/> and <c>SourceProcess</c> call it right before
/// the common start of each trial whose figures count, never within the timed region.
/// </summary>
public static class QuietRuntime
{
    /// <summary>The runtime is quiet if nothing was compiled for this long, which exceeds its own delay.</summary>
    internal static readonly TimeSpan Quiet = TimeSpan.FromMilliseconds(150);

    /// <summary>Longest wait. Later compilations are counted and reported.</summary>
    internal static readonly TimeSpan Longest = TimeSpan.FromSeconds(2);

    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(10);

    private static long _compiled;

    /// <summary>
    /// Waits until compilation stops, at most 2 s, if methods were compiled since the last call. Then collects garbage.
    /// </summary>
    public static void Await()
    {
        if (JitInfo.GetCompiledMethodCount() != Interlocked.Read(ref _compiled))
        {
            Interlocked.Exchange(ref _compiled,
                AwaitQuiet(static () => JitInfo.GetCompiledMethodCount(), Stopwatch.GetTimestamp, Thread.Sleep));
        }

        GC.Collect();
    }

    /// <summary>Waits until a count stops changing, at most 2 s.</summary>
    /// <param name="count">Returns the count.</param>
    /// <param name="now">Returns the clock in ticks of <see cref="Stopwatch"/>.</param>
    /// <param name="pause">Waits for a time.</param>
    /// <returns>The final count.</returns>
    internal static long AwaitQuiet(Func<long> count, Func<long> now, Action<TimeSpan> pause)
    {
        long begun = now();
        long changed = begun;
        long last = count();
        while (Stopwatch.GetElapsedTime(changed, now()) < Quiet && Stopwatch.GetElapsedTime(begun, now()) < Longest)
        {
            pause(Step);
            if (count() is var next && next != last)
            {
                (last, changed) = (next, now());
            }
        }

        return last;
    }
}
