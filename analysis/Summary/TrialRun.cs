using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>One raw run of a point, so that nothing is hidden behind a mean.</summary>
public sealed record TrialRun
{
    /// <summary>The trial's number within its point, from 1.</summary>
    public required int Trial { get; init; }

    /// <summary>Its place in the schedule of the sweep, from 0.</summary>
    public required int Position { get; init; }

    /// <summary>Which stretch between two starts of the program it belongs to, from 1; null where the journal does not say.</summary>
    public int? Stretch { get; init; }

    /// <summary>Whether it is a warm-up trial.</summary>
    public required bool WarmUp { get; init; }

    /// <summary>How it ended.</summary>
    public required TrialStatus Status { get; init; }

    /// <summary>The makespan.</summary>
    public required double ElapsedS { get; init; }

    /// <summary>The throughput as the trial itself reported it; null when it took no time.</summary>
    public required double? RecordsPerS { get; init; }

    /// <summary>From the last acknowledgement to quiescence.</summary>
    public required double SettleS { get; init; }

    /// <summary>Whether its time lies far from the other measured trials' (flagged, not dropped).</summary>
    public required bool Outlier { get; init; }

    /// <summary>What disturbed it, in a few words; null when nothing did, or nobody knows.</summary>
    public string? Disturbed { get; init; }

    /// <summary>Why it is not complete; null when it is.</summary>
    public string? Error { get; init; }
}
