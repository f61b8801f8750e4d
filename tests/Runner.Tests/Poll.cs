using System.Diagnostics;

namespace DbIngest.Runner.Tests;

/// <summary>
/// Waits for what another process does. <see cref="SpinWait"/> would look a thousand times a second, and where a look reads a
/// journal or the whole of /proc, it would take a core from those that are waited for.
/// </summary>
internal static class Poll
{
    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(20);

    /// <summary>Waits until a condition holds.</summary>
    /// <param name="condition">Looked at every 20 ms.</param>
    /// <param name="patience">The longest wait.</param>
    /// <returns>False if it does not hold by then.</returns>
    public static bool Until(Func<bool> condition, TimeSpan patience)
    {
        long started = Stopwatch.GetTimestamp();
        while (!condition())
        {
            if (Stopwatch.GetElapsedTime(started) > patience)
            {
                return false;
            }

            Thread.Sleep(Step);
        }

        return true;
    }
}
