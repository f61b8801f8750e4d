namespace DbIngest.Tests;

/// <summary>What code allocates in its steady state.</summary>
internal static class Allocation
{
    /// <summary>How often <see cref="LeastOf"/> runs the code.</summary>
    public const int Rounds = 5;

    /// <summary>
    /// The fewest bytes that this thread allocated in one of several rounds. Code that allocates does so in each of them; what
    /// the runtime allocates on the side on a thread, when it prepares a method at first use or compiles it anew, it does not.
    /// </summary>
    /// <param name="round">The code.</param>
    public static long LeastOf(Action round)
    {
        long least = long.MaxValue;
        for (int i = 0; i < Rounds; i++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            round();
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        return least;
    }
}
