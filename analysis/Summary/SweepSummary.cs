using System.Text.Json.Serialization;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// The summary of a whole sweep, computed from its stored results alone. Written as <c>summary.json</c>;
/// <c>docs/reference/results.md</c> documents every field.
/// </summary>
/// <remarks>
/// <c>Summarizer</c> computes it whenever a result is read. Tables, reports, gates, <c>compare</c> and exit codes read it. A
/// change of its members changes a published format and needs a new <see cref="CurrentSchema"/> unless it only adds.
/// </remarks>
public sealed record SweepSummary
{
    /// <summary>Schema version that this program writes to the summary files.</summary>
    public const int CurrentSchema = 1;

    /// <summary>Schema version of this summary.</summary>
    public int Schema { get; init; } = CurrentSchema;

    /// <summary>Name of the sweep.</summary>
    public required string Name { get; init; }

    /// <summary>Start of the sweep.</summary>
    public required DateTimeOffset StartedUtc { get; init; }

    /// <summary>Version of the product that measured.</summary>
    public required string ToolVersion { get; init; }

    /// <summary>Commit that the product was built from.</summary>
    public required string Commit { get; init; }

    /// <summary>Number of the study whose protocol was followed, or null.</summary>
    public required int? Study { get; init; }

    /// <summary>
    /// Departures from the protocol of the study, or from the YCSB file of <c>--ycsb</c>, each in a few words; empty without any.
    /// </summary>
    public IReadOnlyList<string> Deviations { get; init; } = [];

    /// <summary>Name of the workload.</summary>
    public required string Workload { get; init; }

    /// <summary>SHA-256 of the recording, as 64 hexadecimal digits; null for synthetic data.</summary>
    public string? RecordingSha256 { get; init; }

    /// <summary>
    /// Seed of the synthetic data, and of the order of the trials unless the configuration has a separate seed for it.
    /// </summary>
    public required ulong Seed { get; init; }

    /// <summary>Order of the trials.</summary>
    public required SweepOrder Order { get; init; }

    /// <summary>Level of every interval.</summary>
    public required double Confidence { get; init; }

    /// <summary>Trials that the configuration asks for, over all points; for a search, the trials so far.</summary>
    public required int TrialsPlanned { get; init; }

    /// <summary>Planned trials that the journal does not hold (yet).</summary>
    public required int TrialsNotRun { get; init; }

    /// <summary>
    /// Stretches in which the trials ran, each from a start of the program to its end or interruption; null in older journals.
    /// </summary>
    public int? Stretches { get; init; }

    /// <summary>
    /// Whether the journal is unchanged since it was written; null when the summary was not made from stored files.
    /// </summary>
    public JournalIntegrity? Integrity { get; init; }

    /// <summary>Descriptions of the databases.</summary>
    public required IReadOnlyList<TargetDescription> Targets { get; init; }

    /// <summary>Points in the order of the configuration, missing ones included.</summary>
    public required IReadOnlyList<PointSummary> Points { get; init; }

    /// <summary>
    /// Searches for the sustainable rate (<c>--find</c>), one per combination of the other axes; their trials are the points.
    /// Empty without a search.
    /// </summary>
    public IReadOnlyList<SearchFigures> Searches { get; init; } = [];

    /// <summary>
    /// Databases against each other over N, one analysis per combination of the other axes. Empty for one database, at a rate
    /// (<c>--rate</c>), for a search, and where the two of a pair (<c>--ab</c>) differ in what they open or in N.
    /// </summary>
    public IReadOnlyList<AcrossPoints> Analysis { get; init; } = [];

    /// <summary>
    /// Mixes against each other, per database and N. Empty for one mix, without mixes, at a rate (<c>--rate</c>), for a search,
    /// and where the two of a pair (<c>--ab</c>) differ in what they open or in N.
    /// </summary>
    public IReadOnlyList<AcrossMixes> Mixes { get; init; } = [];

    /// <summary>Verdicts of the rules of the methodology on the whole sweep.</summary>
    public IReadOnlyList<RuleVerdict> Rules { get; init; } = [];

    /// <summary>Labels of broken and noted rules, after the label of departures from a protocol.</summary>
    public IReadOnlyList<string> Labels =>
    [
        .. Deviations.Count > 0 ? [$"deviates from {ProtocolWords.Of(Study)}"] : Array.Empty<string>(),
        .. Rules.Select(rule => rule.Label).OfType<string>(),
    ];

    /// <summary>Every trial by its last line, in the order in which they ran.</summary>
    [JsonIgnore]
    public IReadOnlyList<TrialResult> Trials { get; init; } = [];

    /// <summary>The points at the rates that a search tried. A sweep may search several stores.</summary>
    /// <param name="search">The searched point.</param>
    internal IEnumerable<PointSummary> TriedBy(Point search) =>
        Points.Where(point => SearchPlan.Searched(point.Point).Equals(search));
}
