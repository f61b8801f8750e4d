using System.Text.Json.Serialization;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// A whole sweep, summarised from its stored results alone. Written as <c>summary.json</c>; <c>docs/explanation/results.md</c> documents
/// every field.
/// </summary>
public sealed record SweepSummary
{
    /// <summary>The version of the schema of the summary files.</summary>
    public const int CurrentSchema = 1;

    /// <summary>The version of the schema that this summary has.</summary>
    public int Schema { get; init; } = CurrentSchema;

    /// <summary>The sweep's name.</summary>
    public required string Name { get; init; }

    /// <summary>When it was begun.</summary>
    public required DateTimeOffset StartedUtc { get; init; }

    /// <summary>The product's version that measured.</summary>
    public required string ToolVersion { get; init; }

    /// <summary>The commit that the product was built from.</summary>
    public required string Commit { get; init; }

    /// <summary>The study whose protocol was followed, or null.</summary>
    public required int? Study { get; init; }

    /// <summary>Where the study's protocol was not followed, each in a few words; empty when it was, or when there is no study.</summary>
    public IReadOnlyList<string> Deviations { get; init; } = [];

    /// <summary>The workload's name.</summary>
    public required string Workload { get; init; }

    /// <summary>The seed.</summary>
    public required ulong Seed { get; init; }

    /// <summary>The order of the trials.</summary>
    public required SweepOrder Order { get; init; }

    /// <summary>The confidence level of every interval.</summary>
    public required double Confidence { get; init; }

    /// <summary>Trials that the configuration asks for, over all points.</summary>
    public required int TrialsPlanned { get; init; }

    /// <summary>Planned trials that the journal does not hold (yet).</summary>
    public required int TrialsNotRun { get; init; }

    /// <summary>Stretches in which the trials ran, each from a start of the program to its end or interruption; null where the journal does not say.</summary>
    public int? Stretches { get; init; }

    /// <summary>Whether the journal is as it was written; null when the summary was not made from stored files.</summary>
    public JournalIntegrity? Integrity { get; init; }

    /// <summary>The databases.</summary>
    public required IReadOnlyList<TargetDescription> Targets { get; init; }

    /// <summary>The points, in the order of the configuration; missing ones included.</summary>
    public required IReadOnlyList<PointSummary> Points { get; init; }

    /// <summary>Databases against each other over N, one analysis a combination of the other axes; none for one database.</summary>
    public IReadOnlyList<AcrossPoints> Analysis { get; init; } = [];

    /// <summary>The rules of the methodology that speak of a sweep.</summary>
    public IReadOnlyList<RuleVerdict> Rules { get; init; } = [];

    /// <summary>Labels of those that are broken or deserve a note, and of a study's protocol that was not followed.</summary>
    public IReadOnlyList<string> Labels =>
    [
        .. Deviations.Count > 0 ? [$"deviates from the protocol of study {Study}"] : Array.Empty<string>(),
        .. Rules.Select(rule => rule.Label).OfType<string>(),
    ];

    /// <summary>The trials behind the figures, the last line of each, in the order in which they ran.</summary>
    [JsonIgnore]
    public IReadOnlyList<TrialResult> Trials { get; init; } = [];
}
