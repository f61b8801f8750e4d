using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Compare;

/// <summary>The throughput of a line of a <see cref="History"/> in one of its folders.</summary>
/// <param name="Run">Index of the folder in <see cref="History.Runs"/>.</param>
/// <param name="PerS">Throughput in records/s, or in operations/s with a mix.</param>
/// <param name="Interval">Its interval within that folder; null where its trials give none.</param>
/// <param name="Level">Throughput between the change points around it: records / mean time of all folders there.</param>
/// <remarks>
/// <see cref="History"/> creates one per folder that has figures of the point. JSON states the members, so none may be renamed.
/// </remarks>
public sealed record HistoryValue(int Run, double PerS, Interval? Interval, double Level);
