using System.Globalization;
using DbIngest.Core.Plan;

namespace DbIngest.Runner.Progress;

/// <summary>
/// Puts points, counts and durations into words for people, equally on a terminal, in the log, in the browser
/// (<c>Dashboard</c>) and in the output of <c>plan</c> and <c>verify</c>. The texts are never parsed and are no keys: result
/// files name points by their axes.
/// </summary>
internal static class ProgressText
{
    private static readonly Axis[] Named = [SweepAxes.Database, SweepAxes.Client, SweepAxes.Durability];

    private static readonly Axis[] Own = [.. SweepAxes.TargetFirst.Except([.. Named, SweepAxes.Sources, SweepAxes.Records])];

    /// <summary>
    /// Names a point by its database, client, durability level, sources and records, and by the other axes that have a value.
    /// </summary>
    public static string Of(Point point) => string.Join(
        ", ",
        Own.Select(axis => axis.Phrase(point.Axes)).OfType<string>()
            .Prepend(string.Create(CultureInfo.InvariantCulture, $"{point.Sources} x {point.RecordsPerSource:N0}"))
            .Prepend(string.Join(' ', Named.Select(axis => axis.Text(point.Axes)))));

    /// <summary>Writes the trials and points done, each out of all.</summary>
    public static string Counts(ProgressSnapshot progress) => string.Create(
        CultureInfo.InvariantCulture,
        $"trials {progress.TrialsDone}/{progress.Trials}, points {progress.PointsDone}/{progress.Points}");

    /// <summary>Writes a duration as hours, minutes and seconds. <c>?</c> for null.</summary>
    public static string Of(TimeSpan? duration) => duration is not { } time
        ? "?"
        : time.TotalHours >= 1
            ? string.Create(CultureInfo.InvariantCulture, $"{(int)time.TotalHours}:{time.Minutes:00}:{time.Seconds:00}")
            : string.Create(CultureInfo.InvariantCulture, $"{time.Minutes}:{time.Seconds:00}");

    /// <summary>Names work between trials with the time that is left. A slow database may take longer.</summary>
    public static string Of(WorkProgress work) => work.Left < TimeSpan.FromSeconds(1)
        ? work.What
        : string.Create(CultureInfo.InvariantCulture, $"{work.What}: about {Math.Ceiling(work.Left.TotalSeconds):0} s left");

    /// <summary>The unit of a point's rate: operations per second for a mix, else records per second.</summary>
    public static string Unit(Point point) => point.Mix is null ? "records/s" : "operations/s";

    /// <summary>Writes the number of trials behind a figure.</summary>
    public static string Trials(InterimPoint point) =>
        string.Create(CultureInfo.InvariantCulture,
            $"{point.Trials} {(point.Trials == 1 ? "trial" : "trials")}{(point.IsDone ? string.Empty : " so far")}");
}
