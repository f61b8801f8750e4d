using DbIngest.Abstractions.Targets;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Sources;
using DbIngest.Core.Targets;

namespace DbIngest.Core.Trials;

/// <summary>
/// A load of records for a mix that nothing has changed since. <see cref="TrialRunner"/> holds at most one, from the end of a
/// trial that only read to the beginning of the next trial, which reuses the records instead of loading them again. A trial that
/// changes records must never pass its load on.
/// </summary>
/// <param name="Target">The open target that stores them.</param>
/// <param name="Workload">The workload that supplied the records.</param>
/// <param name="Point">The point of the trial that loaded them.</param>
/// <param name="Block">The block of that trial, from 1. Null without blocks. Each block has a separate deployment.</param>
/// <param name="Server">The start of the server (<see cref="ServerInstance"/>).</param>
/// <param name="Baseline">Space of the empty table.</param>
/// <param name="Load">How the records were loaded: each trial that uses them reports it.</param>
internal sealed record HeldLoad(
    ITarget Target, IWorkload Workload, Point Point, int? Block, string Server, DiskSpace Baseline, LoadResult Load)
{
    /// <summary>
    /// True if a trial needs exactly these records in the same deployment. The caller must also compare target, workload and
    /// start of the server.
    /// </summary>
    public bool Suits(ScheduledTrial trial) =>
        trial.Point.Mix is not null && trial.Block == Block && LoadOf(trial.Point).Equals(LoadOf(Point));

    /// <summary>True if the server that stores the load still runs. False if it may have been restarted.</summary>
    /// <param name="cancellation">Cancels the question to the server.</param>
    public bool IsStored(CancellationToken cancellation)
    {
        try
        {
            return ServerInstance.Of(Target, cancellation) == Server;
        }
        catch (Exception exception) when (TargetGuard.Catches(exception, cancellation))
        {
            // The trial meets the same failure and reports it.
            return false;
        }
    }

    /// <summary>
    /// The values that decide a load: the values on all axes that do not merely say what a trial does with the loaded records.
    /// </summary>
    private static AxisValues LoadOf(Point point) => point.Axes.Only(axis => !axis.FollowsLoad);
}
