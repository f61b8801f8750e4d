using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Trials;

namespace DbIngest.Core.Sweeps;

/// <summary>
/// Receives the events of a sweep. <c>SweepProgress</c>, <c>SweepLog</c> and live figures implement it. <see cref="SweepRunner"/>
/// and <see cref="ProcessWarmUp"/> call it from the thread that runs the sweep, so an observer must return soon. An observer must
/// not change the sweep.
/// </summary>
public interface ISweepObserver : ITrialObserver
{
    /// <summary>The sweep begins.</summary>
    /// <param name="trials">Number of scheduled trials. 0 for a search, which schedules its trials one by one.</param>
    /// <param name="done">Number of scheduled trials that the journal already contains.</param>
    void SweepStarted(int trials, int done)
    {
    }

    /// <summary>
    /// A round of trials was added: some points are not precise enough (<c>--precision</c>), or a search goes on
    /// (<c>--find</c>).
    /// </summary>
    /// <param name="trials">The trials of the round.</param>
    void Added(IReadOnlyList<ScheduledTrial> trials)
    {
    }

    /// <summary>Work between trials begins, for example a warm-up. The work lasts until the next event.</summary>
    /// <param name="what">The work, for a line of progress.</param>
    /// <param name="most">Longest expected duration.</param>
    void WorkStarted(string what, TimeSpan most)
    {
    }

    /// <summary>A ceiling of the client was measured. The journal already contains it.</summary>
    void Calibrated(CalibrationResult calibration)
    {
    }

    /// <summary>The processes were warmed up for a point.</summary>
    /// <param name="point">The point.</param>
    /// <param name="isWarm">True if they became warm within the allowed time.</param>
    void WarmedUp(Point point, bool isWarm)
    {
    }

    /// <summary>A trial begins. If its database cannot be opened, <see cref="TrialFinished"/> follows at once.</summary>
    void TrialStarted(ScheduledTrial trial)
    {
    }

    /// <summary>A trial has ended. The journal already contains its result. An abandoned trial has no such event.</summary>
    /// <param name="trial">The trial.</param>
    /// <param name="result">Its result.</param>
    void TrialFinished(ScheduledTrial trial, TrialResult result)
    {
    }
}
