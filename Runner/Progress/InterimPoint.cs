using DbIngest.Core.Plan;

namespace DbIngest.Runner.Progress;

/// <summary>What is known of a point while the sweep still runs.</summary>
/// <param name="Point">The point.</param>
/// <param name="Name">What tells it from the other points of the sweep.</param>
/// <param name="Trials">Its measured trials so far, the warm-up apart.</param>
/// <param name="RecordsPerS">Their records / their time.</param>
/// <param name="IsDone">Whether none of its trials is left.</param>
internal sealed record InterimPoint(Point Point, string Name, int Trials, double RecordsPerS, bool IsDone);
