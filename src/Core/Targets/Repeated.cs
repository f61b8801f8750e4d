using System.Diagnostics;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Core.Targets;

/// <summary>
/// Repeats a step of <c>--add-values</c> that a server may refuse for a moment during a trial: adding values to the table, or
/// opening another writer. <see cref="Widening.ValueAddition"/> calls it on its own thread, and <see cref="Pipeline.IngestLane"/>
/// on that of the lane. The step must be harmless to repeat, and must not write a batch: batches have other retries
/// (<see cref="Pipeline.RetrySchedule"/>).
/// </summary>
internal static class Repeated
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(200);

    /// <summary>Runs a step until it succeeds.</summary>
    /// <param name="step">The step.</param>
    /// <param name="patience">
    /// How long it is repeated after its first failure, at least once. A step may take as long as a request before it fails.
    /// </param>
    /// <param name="cancellation">Ends the repeating: the failure is thrown.</param>
    /// <exception cref="TargetException">It failed for longer.</exception>
    public static void Until(Action step, TimeSpan patience, CancellationToken cancellation)
    {
        long? failed = null;
        while (true)
        {
            try
            {
                step();
                return;
            }
            catch (TargetException) when (!cancellation.IsCancellationRequested
                && (failed is not { } since || Stopwatch.GetElapsedTime(since) < patience))
            {
                failed ??= Stopwatch.GetTimestamp();
                cancellation.WaitHandle.WaitOne(Pause);
            }
        }
    }
}
