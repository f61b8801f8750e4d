namespace DbIngest.Core.Plan;

/// <summary>One trial in its place in a sweep.</summary>
/// <param name="Position">The place, from 0.</param>
/// <param name="Point">The point.</param>
/// <param name="Trial">The trial's number within the point, from 1.</param>
/// <param name="WarmUp">Whether it is discarded as warm-up.</param>
public sealed record ScheduledTrial(int Position, Point Point, int Trial, bool WarmUp)
{
    /// <summary>The block that it belongs to, from 1; null where there are none.</summary>
    public int? Block { get; init; }

    /// <summary>The trial's identity.</summary>
    public TrialId Id => new(Point.Key, Trial);
}
