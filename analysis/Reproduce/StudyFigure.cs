using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Reproduce;

/// <summary>
/// One figure of study 3 or 4, measured, and published where the study gives it. <see cref="Reproduction"/> lists them.
/// </summary>
/// <remarks>
/// <see cref="Study3Data"/> and <see cref="Study4Data"/> create it. <c>reproduction.json</c> contains the members, so none may be
/// renamed.
/// </remarks>
public sealed record StudyFigure
{
    /// <summary>Store or database and load of the figure, for example <c>MongoDB, read-heavy</c>.</summary>
    public required string Cell { get; init; }

    /// <summary>The figure with its unit, for example <c>p95 ms</c>.</summary>
    public required string Figure { get; init; }

    /// <summary>The study's figure; null where it gives none, as for every figure of study 4.</summary>
    public required double? Published { get; init; }

    /// <summary>The measured figure; null where there is none.</summary>
    public required double? Ours { get; init; }

    /// <summary>The interval of the measured figure; null with too few trials.</summary>
    public required Interval? Interval { get; init; }

    /// <summary>What limits the measured figure, in a few words; null if nothing does.</summary>
    public string? Note { get; init; }
}
