using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Formats how long reads beside the load took on both sides of a comparison, one row per point and read.
/// <see cref="SpecialTables"/> lists it for <c>compare</c> and its page. It computes no figure.
/// </summary>
public static class ReadTimeTable
{
    /// <summary>Formats the table. Null where the sides have no reads beside the load in common.</summary>
    public static TextTable? Of(Comparison comparison) => comparison.ReadTimes.Count == 0 ? null
        : PointTable.Of<ReadTimeComparison>(
            "Reads beside the load, median response time in ms",
            [.. comparison.ReadTimes.Select(read => (read.A, read))],
            AxisColumns.Varying([.. comparison.ReadTimes.Select(read => read.A)]),
            [
                ("A", 0, read => NumberText.Short(read.AP50Ms)),
                ("B", 0, read => NumberText.Short(read.BP50Ms)),
                ("B/A", 0, read => NumberText.Short(read.Ratio)),
                ("low", 0, read => NumberText.Short(read.RatioInterval?.Low)),
                ("high", 0, read => NumberText.Short(read.RatioInterval?.High)),
            ],
            ["Means of the medians of trials; below 1, B answers sooner. The gate looks at throughput alone."],
            ("read", read => read.Read));
}
