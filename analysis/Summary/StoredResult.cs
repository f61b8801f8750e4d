using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// A result folder in memory: the manifest and the summary of its journal. <c>Results.Read</c> creates it, <c>Dashboard</c> for a
/// running sweep, and <c>SweepRules</c> to see what figures would leave out. Reports, figures and comparisons take their input in
/// this form and never open the folder themselves.
/// </summary>
/// <param name="Folder">Name of the folder, without its path.</param>
/// <param name="Manifest">Configuration and environment of the sweep.</param>
/// <param name="Summary">Summary of the journal.</param>
public sealed record StoredResult(string Folder, Manifest Manifest, SweepSummary Summary);
