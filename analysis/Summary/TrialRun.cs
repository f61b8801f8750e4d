using System.Text.Json.Serialization;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>One trial of a point as reports list it, so that nothing hides behind a mean.</summary>
/// <remarks>
/// <see cref="PointSummaries"/> makes one for every trial of the journal, of any status, and <c>RawRuns</c> lists them in the
/// report. Figures of a point never come from here: <see cref="PointSummary.Measured"/> has the trials that count.
/// <c>summary.json</c> contains the members, so none may be renamed.
/// </remarks>
public sealed record TrialRun
{
    /// <summary>Number within the point, from 1.</summary>
    public required int Trial { get; init; }

    /// <summary>Place in the schedule of the sweep, from 0.</summary>
    public required int Position { get; init; }

    /// <summary>
    /// Number of the stretch, from 1: the trials between one start of the program and its end; null in older journals.
    /// </summary>
    public int? Stretch { get; init; }

    /// <summary>True for a warm-up trial, whose figures do not count.</summary>
    public required bool WarmUp { get; init; }

    /// <summary>Outcome.</summary>
    public required TrialStatus Status { get; init; }

    /// <summary>Makespan in seconds.</summary>
    public required double ElapsedS { get; init; }

    /// <summary>Throughput that the trial reported; null when it took no time, and with a mix.</summary>
    public required double? RecordsPerS { get; init; }

    /// <summary>Throughput of a mix that the trial reported; null when it took no time, and without a mix.</summary>
    public double? OperationsPerS { get; init; }

    /// <summary>Throughput of records, or of operations of a mix.</summary>
    [JsonIgnore]
    public double? PerS => OperationsPerS ?? RecordsPerS;

    /// <summary>Seconds in which the records of a mix were loaded; null without a mix and in results of older versions.</summary>
    public double? LoadS { get; init; }

    /// <summary>Seconds from the last acknowledgement to quiescence.</summary>
    public required double SettleS { get; init; }

    /// <summary>True when the time of the trial lies far from those of the other measured trials; flagged, not dropped.</summary>
    public required bool Outlier { get; init; }

    /// <summary>Disturbances in a few words; null when there were none, or none are known.</summary>
    public string? Disturbed { get; init; }

    /// <summary>Reason why the trial is not complete; null when it is.</summary>
    public string? Error { get; init; }
}
