using DbIngest.Abstractions.Targets;

namespace DbIngest.Core.Trials;

/// <summary>
/// Drops the data of a target, also after an interruption. A user who interrupts must not wait for a database that does not
/// answer. If it answers, 0.3 s suffice to drop a table. <see cref="TrialRunner"/> calls it after each trial that keeps no data,
/// and <see cref="Sweeps.ProcessWarmUp"/> after an interruption.
/// </summary>
internal static class GracefulCleanup
{
    /// <summary>Longest time to drop data after an interruption.</summary>
    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(0.3);

    /// <summary>Drops the data. Exceptions of the target pass through.</summary>
    /// <param name="target">The target. No call of it was left behind.</param>
    /// <param name="cancellation">Once cancelled, limits the dropping to 0.3 s.</param>
    /// <returns>False if the database did not answer in time. The data then stays, and the target may only be disposed.</returns>
    public static bool Run(ITarget target, CancellationToken cancellation)
    {
        using var late = new CancellationTokenSource();
        using var registration = cancellation.Register(() => late.CancelAfter(Grace));
        try
        {
            target.Clean(late.Token);
            return true;
        }
        catch (OperationCanceledException) when (late.IsCancellationRequested)
        {
            return false;
        }
    }
}
