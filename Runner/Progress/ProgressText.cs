using System.Globalization;
using DbIngest.Core.Plan;

namespace DbIngest.Runner.Progress;

/// <summary>Progress in words, the same on a terminal and in a file.</summary>
internal static class ProgressText
{
    private static readonly Axis[] Named = [SweepAxes.Database, SweepAxes.Client, SweepAxes.Durability];

    private static readonly Axis[] Own = [.. SweepAxes.TargetFirst.Except([.. Named, SweepAxes.Sources, SweepAxes.Records])];

    /// <summary>A point in few words: what a reader needs to tell it from the others.</summary>
    public static string Of(Point point) => string.Join(
        ", ",
        Own.Select(axis => axis.Phrase(point.Axes)).OfType<string>()
            .Prepend(string.Create(CultureInfo.InvariantCulture, $"{point.Sources} x {point.RecordsPerSource:N0}"))
            .Prepend(string.Join(' ', Named.Select(axis => axis.Text(point.Axes)))));

    /// <summary>Trials and points done.</summary>
    public static string Counts(ProgressSnapshot progress) => string.Create(
        CultureInfo.InvariantCulture,
        $"trials {progress.TrialsDone}/{progress.Trials}, points {progress.PointsDone}/{progress.Points}");

    /// <summary>A duration as hours, minutes and seconds; <c>?</c> while it cannot be told.</summary>
    public static string Of(TimeSpan? duration) => duration is not { } time
        ? "?"
        : time.TotalHours >= 1
            ? string.Create(CultureInfo.InvariantCulture, $"{(int)time.TotalHours}:{time.Minutes:00}:{time.Seconds:00}")
            : string.Create(CultureInfo.InvariantCulture, $"{time.Minutes}:{time.Seconds:00}");

    /// <summary>Work between trials, with the time that it takes at most.</summary>
    public static string Of(WorkProgress work) => work.Left < TimeSpan.FromSeconds(1)
        ? work.What
        : string.Create(CultureInfo.InvariantCulture, $"{work.What}: at most {Math.Ceiling(work.Left.TotalSeconds):0} s left");

    /// <summary>The unit of a point's rate.</summary>
    public static string Unit(Point point) => point.Mix is null ? "records/s" : "operations/s";

    /// <summary>How many trials a figure rests on.</summary>
    public static string Trials(InterimPoint point) =>
        string.Create(CultureInfo.InvariantCulture,
            $"{point.Trials} {(point.Trials == 1 ? "trial" : "trials")}{(point.IsDone ? string.Empty : " so far")}");
}
