using DbIngest.Core.Plan;

namespace DbIngest.Core.Results;

/// <summary>How fast the client alone is: the same pipeline into the null target. A line of the journal.</summary>
public sealed record CalibrationResult : JournalEntry
{
    /// <summary>Which points it stands for.</summary>
    public required AxisValues Key { get; init; }

    /// <summary>The median of the runs.</summary>
    public required double RecordsPerS { get; init; }

    /// <summary>Every run.</summary>
    public required IReadOnlyList<double> RunsRecordsPerS { get; init; }
}
