using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Reproduce;

/// <summary>
/// One published figure of study 3 or 4 beside the measured one. <see cref="Reproduction"/> lists them.
/// </summary>
public sealed record StudyFigure
{
    /// <summary>What the figure is of, for example <c>MongoDB, read-heavy</c>.</summary>
    public required string Cell { get; init; }

    /// <summary>The figure with its unit, for example <c>p95 ms</c>.</summary>
    public required string Figure { get; init; }

    /// <summary>The study's figure; null where it is not available.</summary>
    public required double? Published { get; init; }

    /// <summary>The measured figure; null where there is none.</summary>
    public required double? Ours { get; init; }

    /// <summary>The interval of the measured figure; null with too few trials.</summary>
    public required Interval? Interval { get; init; }

    /// <summary>What limits the measured figure, in a few words; null if nothing does.</summary>
    public string? Note { get; init; }
}
