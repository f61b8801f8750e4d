using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Trials;

namespace DbIngest.Core.Sweeps;

/// <summary>Watches a sweep. Called by the thread that runs it, never within the timed region.</summary>
public interface ISweepObserver : ITrialObserver
{
    /// <summary>The sweep begins.</summary>
    /// <param name="trials">All trials.</param>
    /// <param name="done">Those that the journal already has.</param>
    void SweepStarted(int trials, int done);

    /// <summary>Some points are not precise enough yet: trials are added.</summary>
    /// <param name="trials">The trials of the next round.</param>
    void Added(IReadOnlyList<ScheduledTrial> trials)
    {
    }

    /// <summary>Work between trials begins, such as warming up.</summary>
    /// <param name="what">The work, for a line of progress.</param>
    /// <param name="most">How long it takes at most.</param>
    void WorkStarted(string what, TimeSpan most)
    {
    }

    /// <summary>The client's ceiling was measured.</summary>
    /// <param name="calibration">The ceiling.</param>
    void Calibrated(CalibrationResult calibration);

    /// <summary>A point was rehearsed, so that its trials meet warm code.</summary>
    /// <param name="point">The point.</param>
    /// <param name="isWarm">Whether a warm state was reached in the time there is.</param>
    void WarmedUp(Point point, bool isWarm)
    {
    }

    /// <summary>A trial begins.</summary>
    /// <param name="trial">The trial.</param>
    void TrialStarted(ScheduledTrial trial);

    /// <summary>A trial has ended and is in the journal.</summary>
    /// <param name="trial">The trial.</param>
    /// <param name="result">Its result.</param>
    void TrialFinished(ScheduledTrial trial, TrialResult result);
}
