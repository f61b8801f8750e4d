namespace DbIngest.Core.Plan;

/// <summary>
/// One trial of a schedule, before it runs. <see cref="Sweeps.Schedule"/>, <see cref="Sweeps.FurtherTrials"/> and
/// <see cref="Sweeps.SearchTrials"/> create them, and <see cref="Sweeps.SweepRunner"/> executes them in order. It contains no
/// result.
/// </summary>
/// <param name="Position">Position in the schedule, from 0.</param>
/// <param name="Point">The point to measure.</param>
/// <param name="Trial">Number of the trial within the point, from 1.</param>
/// <param name="WarmUp">True for a warm-up trial, whose figures are discarded.</param>
public sealed record ScheduledTrial(int Position, Point Point, int Trial, bool WarmUp)
{
    /// <summary>The block of the trial, from 1. Null in a sweep without blocks.</summary>
    public int? Block { get; init; }

    /// <summary>The identity of the trial.</summary>
    public TrialId Id => new(Point.Key, Trial);
}
