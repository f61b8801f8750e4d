using DbIngest.Core.Plan;

namespace DbIngest.Runner.Progress;

/// <summary>
/// The figures of one point while the sweep runs. <see cref="InterimFigures"/> makes it. <see cref="LiveProgress"/> and
/// <see cref="PlainProgress"/> show it, and <c>Dashboard</c> learns from it which points go on. No result file contains it.
/// </summary>
/// <param name="Name">The shortest text that tells the point from the others of the sweep.</param>
/// <param name="Trials">Complete trials so far, without warm-up trials. At least 1.</param>
/// <param name="RecordsPerS">Records of these trials divided by their seconds, or operations for a mix.</param>
/// <param name="IsDone">True if no trial of the point is left.</param>
/// <param name="Point">A point with at least one complete trial.</param>
internal sealed record InterimPoint(Point Point, string Name, int Trials, double RecordsPerS, bool IsDone);
