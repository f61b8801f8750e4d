using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Output;

/// <summary>
/// The tables that only some sweeps have: of searches, faults and freshness. <c>run</c>, <c>report</c> and the pages of a report
/// show them before the table of the points.
/// </summary>
public static class SpecialTables
{
    /// <summary>Formats the tables that a sweep has, in the order in which they are shown.</summary>
    public static IEnumerable<TextTable> Of(SweepSummary summary) => new[]
    {
        SearchTable.Of(summary), FaultTable.Of(summary), FreshnessTable.Of(summary),
    }.OfType<TextTable>();
}
