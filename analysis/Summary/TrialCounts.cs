using System.Text.Json.Serialization;

namespace DbIngest.Analysis.Summary;

/// <summary>The number of a point's trials by outcome.</summary>
/// <remarks>
/// <see cref="PointTrials.Count"/> computes it. Exit codes and rules 1 and 6 depend on it. <c>summary.json</c> contains the
/// members, so none may be renamed.
/// </remarks>
public sealed record TrialCounts
{
    /// <summary>Trials that the configuration asks for, warm-up included; for a rate of a search, the trials so far.</summary>
    public required int Planned { get; init; }

    /// <summary>Complete trials after the warm-up: only their figures count.</summary>
    public required int Measured { get; init; }

    /// <summary>Blocks that have measured trials, each on its own deployment; 0 without blocks.</summary>
    public int Blocks { get; init; }

    /// <summary>
    /// True where blocks repeat, and not trials: the sweep has several, also where one alone of the point has measured trials.
    /// </summary>
    [JsonIgnore]
    public bool AreOfBlocks { get; init; }

    /// <summary>Complete warm-up trials. Discarded.</summary>
    public required int WarmUp { get; init; }

    /// <summary>Warm-up trials that did not write every record, failed otherwise, or did not reach the database.</summary>
    public int WarmUpFailed { get; init; }

    /// <summary>Trials after the warm-up that did not write every record, or failed otherwise.</summary>
    public required int Incomplete { get; init; }

    /// <summary>Trials, warm-up included, whose audit found a mismatch, or with a wrong answer.</summary>
    public required int Invalid { get; init; }

    /// <summary>Trials after the warm-up that did not reach the database.</summary>
    public required int Unreachable { get; init; }

    /// <summary>Planned trials that the journal does not hold (yet).</summary>
    public required int NotRun { get; init; }

    /// <summary>
    /// Lines of the journal that do not count: a later line of the same trial replaces them, or a later deployment of their block
    /// does.
    /// </summary>
    public required int Superseded { get; init; }
}
