namespace DbIngest.Analysis.Reproduce;

/// <summary>
/// One published finding of a study beside the figures of the given results. <see cref="Reproduction"/> makes it; tables, the
/// report and JSON show it.
/// </summary>
/// <remarks><c>reproduction.json</c> contains the members, so none may be renamed.</remarks>
public sealed record Finding
{
    /// <summary>Number in the study's list of findings, from 1.</summary>
    public required int Number { get; init; }

    /// <summary>The finding in one sentence.</summary>
    public required string Claim { get; init; }

    /// <summary>Published figure, in words; says so where the study gives no figure.</summary>
    public required string Published { get; init; }

    /// <summary>Measured figure with its interval, in words; null when there is none.</summary>
    public required string? Ours { get; init; }

    /// <summary>Whether the measured figures confirm the finding.</summary>
    public required FindingVerdict Verdict { get; init; }

    /// <summary>Reason of the verdict, in a sentence or two.</summary>
    public required string Reason { get; init; }
}
