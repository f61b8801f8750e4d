using DbIngest.Core.Results;
using DbIngest.Core.Trials;

namespace DbIngest.Core.Sweeps;

/// <summary>Watches a sweep. Called by the thread that runs it, never within the timed region.</summary>
public interface ISweepObserver
{
    /// <summary>The sweep begins.</summary>
    /// <param name="trials">All trials.</param>
    /// <param name="done">Those that the journal already has.</param>
    void SweepStarted(int trials, int done);

    /// <summary>The client's ceiling was measured.</summary>
    /// <param name="calibration">The ceiling.</param>
    void Calibrated(CalibrationResult calibration);

    /// <summary>A trial begins.</summary>
    /// <param name="trial">The trial.</param>
    void TrialStarted(ScheduledTrial trial);

    /// <summary>A trial enters a phase.</summary>
    /// <param name="trial">The trial.</param>
    /// <param name="phase">The phase.</param>
    /// <param name="acknowledged">Records acknowledged so far; may be called from any thread until the phase ends.</param>
    void PhaseStarted(ScheduledTrial trial, TrialPhase phase, Func<long> acknowledged);

    /// <summary>A trial has ended and is in the journal.</summary>
    /// <param name="trial">The trial.</param>
    /// <param name="result">Its result.</param>
    void TrialFinished(ScheduledTrial trial, TrialResult result);

    /// <summary>Something a reader of the log should know, without secrets.</summary>
    /// <param name="message">One sentence.</param>
    void Note(string message);
}
