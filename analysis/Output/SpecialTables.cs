using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Output;

/// <summary>
/// The tables that only some sweeps have, apart from the table of their points. <c>run</c>, <c>report</c> and what a report
/// writes show them around it.
/// </summary>
public static class SpecialTables
{
    /// <summary>
    /// Formats the tables of searches, faults, freshness and questions that a sweep has: they answer what it was run for.
    /// </summary>
    /// <param name="summary">Summary of the sweep.</param>
    public static IEnumerable<TextTable> BeforePoints(SweepSummary summary) => new[]
    {
        SearchTable.Of(summary), FaultTable.Of(summary), FreshnessTable.Of(summary), TimeQueryTable.Of(summary),
    }.OfType<TextTable>();

    /// <summary>Formats the tables of costs and growth that a sweep has: they say more of its points.</summary>
    /// <param name="summary">Summary of the sweep.</param>
    public static IEnumerable<TextTable> AfterPoints(SweepSummary summary) =>
        new[] { CostTable.Of(summary), GrowthTable.Of(summary) }.OfType<TextTable>();
}
