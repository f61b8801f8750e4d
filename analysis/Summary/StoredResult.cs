using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>A stored result as reports show it: what was to be measured and where, and what came of it.</summary>
/// <param name="Folder">The name of its folder, without the path to it.</param>
/// <param name="Manifest">The manifest.</param>
/// <param name="Summary">The summary of its journal.</param>
public sealed record StoredResult(string Folder, Manifest Manifest, SweepSummary Summary);
