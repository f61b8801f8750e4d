using System.Diagnostics;
using System.Runtime;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// Brings this process's runtime to rest before a timed region: what an earlier trial left is neither collected nor compiled in it. The runtime compiles a
/// method again once it was called often enough, on a thread of its own, some 100 ms after the last new one: the audit of one trial would be compiled in the next.
/// </summary>
public static class QuietRuntime
{
    /// <summary>Nothing was compiled for so long: longer than the runtime waits before it compiles again.</summary>
    internal static readonly TimeSpan Quiet = TimeSpan.FromMilliseconds(150);

    /// <summary>For how long it is waited at most: what is still compiled then is counted, and labelled.</summary>
    internal static readonly TimeSpan Longest = TimeSpan.FromSeconds(2);

    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(10);

    private static long _compiled;

    /// <summary>Collects garbage, and waits while methods are compiled, if any were since it was last called.</summary>
    public static void Await()
    {
        if (JitInfo.GetCompiledMethodCount() != Interlocked.Read(ref _compiled))
        {
            Interlocked.Exchange(ref _compiled, AwaitQuiet(static () => JitInfo.GetCompiledMethodCount(), Stopwatch.GetTimestamp, Thread.Sleep));
        }

        GC.Collect();
    }

    /// <summary>Waits until a count stands still.</summary>
    /// <param name="count">What is counted.</param>
    /// <param name="now">The clock, in ticks of <see cref="Stopwatch"/>.</param>
    /// <param name="pause">How to wait.</param>
    /// <returns>The count at the end.</returns>
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
