using System.Text.Json.Serialization;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Compare;

/// <summary>
/// One point of a <see cref="History"/>, measured under one set-up: its throughput in each folder that has it, and its change
/// points.
/// </summary>
/// <remarks>
/// <see cref="History"/> creates one per point and set-up. Tables, figures and JSON show it. JSON states the members, so none may
/// be renamed.
/// </remarks>
public sealed record HistoryLine
{
    /// <summary>The point.</summary>
    public required Point Point { get; init; }

    /// <summary>What sets the line apart from others of the same point, such as the machine; empty where nothing does.</summary>
    public required string Setup { get; init; }

    /// <summary>Throughput in the order of the folders; folders without figures of the point are left out.</summary>
    public required IReadOnlyList<HistoryValue> Values { get; init; }

    /// <summary>
    /// Change points in the order of the folders; null where the line is too short for the test, or beyond it.
    /// </summary>
    public required IReadOnlyList<HistoryChange>? Changes { get; init; }

    /// <summary>
    /// Folders in which a trial of the point failed its audit, as indices in <see cref="History.Runs"/>. The other trials give
    /// their figures all the same.
    /// </summary>
    [JsonIgnore]
    public IReadOnlyList<int> FailedAudits { get; init; } = [];

    /// <summary>
    /// True when so many lines share the level that the permutations for it would take too long: no change could be found.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool IsBeyondTest { get; init; }

    /// <summary>
    /// The level now, missing if figures ended within the last folders, against the level before them. Null without
    /// <c>--last</c>, and where the level did not change.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public PointComparison? Recent { get; init; }
}
