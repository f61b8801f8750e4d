using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Lists the tables that only some sweeps and comparisons have. <c>run</c>, <c>report</c>, <c>compare</c> and their pages show
/// them before and after the table of points, which every result has. A new table of this kind must be listed here, or no verb
/// shows it.
/// </summary>
public static class SpecialTables
{
    /// <summary>
    /// Formats the tables of searches, faults, added values, freshness and questions that a sweep has. They come first, because
    /// they answer the question that the sweep was run for.
    /// </summary>
    /// <param name="summary">Summary of the sweep.</param>
    public static IEnumerable<TextTable> BeforePoints(SweepSummary summary) => new[]
    {
        SearchTable.Of(summary), FaultTable.Of(summary), AdditionTable.Of(summary), FreshnessTable.Of(summary),
        TimeQueryTable.Of(summary),
    }.OfType<TextTable>();

    /// <summary>Formats the tables of costs and growth that a sweep has. They add to the figures of its points.</summary>
    /// <param name="summary">Summary of the sweep.</param>
    public static IEnumerable<TextTable> AfterPoints(SweepSummary summary) =>
        new[] { CostTable.Of(summary), GrowthTable.Of(summary) }.OfType<TextTable>();

    /// <summary>Formats the tables of searches, costs and reads beside the load that a comparison has.</summary>
    /// <param name="comparison">The comparison.</param>
    public static IEnumerable<TextTable> Of(Comparison comparison) => new[]
    {
        ComparisonTable.OfSearches(comparison), CostTable.Of(comparison), ReadTimeTable.Of(comparison),
    }.OfType<TextTable>();
}
