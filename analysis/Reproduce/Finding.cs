namespace DbIngest.Analysis.Reproduce;

/// <summary>One published finding beside what the results given say of it.</summary>
public sealed record Finding
{
    /// <summary>Its number in our list, from 1.</summary>
    public required int Number { get; init; }

    /// <summary>What the study found, in our words.</summary>
    public required string Claim { get; init; }

    /// <summary>Its published figure, in words.</summary>
    public required string Published { get; init; }

    /// <summary>Our figure with its interval, in words; null when there is none.</summary>
    public required string? Ours { get; init; }

    /// <summary>The verdict.</summary>
    public required FindingVerdict Verdict { get; init; }

    /// <summary>Why, in a sentence or two.</summary>
    public required string Reason { get; init; }
}
