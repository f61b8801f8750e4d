using System.Diagnostics;

namespace DbIngest.Targets;

/// <summary>Waits until a database has come to a state that only asking can tell.</summary>
internal static class Waiting
{
    /// <summary>Waits.</summary>
    /// <param name="isReached">Asks. Called once at least.</param>
    /// <param name="interval">The pause between two questions.</param>
    /// <param name="patience">How long to wait: a state that is never reached is a failure, and not to be taken for
    /// reached.</param>
    /// <param name="tooLate">What is thrown then.</param>
    /// <param name="cancellation">Ends the waiting early.</param>
    /// <exception cref="OperationCanceledException">The waiting was ended early.</exception>
    public static void Until(Func<bool> isReached, TimeSpan interval, TimeSpan patience, Func<Exception> tooLate,
        CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        for (long started = Stopwatch.GetTimestamp(); !isReached();)
        {
            if (Stopwatch.GetElapsedTime(started) > patience)
            {
                throw tooLate();
            }

            cancellation.WaitHandle.WaitOne(interval);
            cancellation.ThrowIfCancellationRequested();
        }
    }
}
