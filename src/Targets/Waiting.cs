using System.Diagnostics;

namespace DbIngest.Targets;

/// <summary>
/// Polls a database until it reaches a state that it does not announce, for example that its background work has ended. Targets
/// wait through it outside the timed path, private servers until they answer, and writers only after a failure, until nothing of
/// the lost attempt can arrive any more. It blocks the calling thread, so a write without a failure must not call it.
/// </summary>
internal static class Waiting
{
    /// <summary>Polls until a state is reached.</summary>
    /// <param name="isReached">Checks the state. Called at least once.</param>
    /// <param name="interval">Pause between two checks.</param>
    /// <param name="timeout">
    /// Longest wait, checked between two calls of <paramref name="isReached"/>. Afterwards the call fails, because a state that
    /// was not reached must not count as reached.
    /// </param>
    /// <param name="tooLate">Creates the exception to throw after the longest wait.</param>
    /// <param name="cancellation">Cancels the wait.</param>
    /// <exception cref="OperationCanceledException">The wait was cancelled.</exception>
    public static void Until(Func<bool> isReached, TimeSpan interval, TimeSpan timeout, Func<Exception> tooLate,
        CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        for (long started = Stopwatch.GetTimestamp(); !isReached();)
        {
            if (Stopwatch.GetElapsedTime(started) > timeout)
            {
                throw tooLate();
            }

            cancellation.WaitHandle.WaitOne(interval);
            cancellation.ThrowIfCancellationRequested();
        }
    }
}
