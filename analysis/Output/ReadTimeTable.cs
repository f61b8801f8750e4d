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
    public static TextTable? Of(Comparison comparison)
    {
        if (comparison.ReadTimes.Count == 0)
        {
            return null;
        }

        var axes = AxisColumns.Varying([.. comparison.ReadTimes.Select(read => read.A)]);
        return new TextTable
        {
            Title = "Reads beside the load, median response time in ms",
            Headers = [.. axes.Select(axis => axis.Name), "read", "A", "B", "B/A", "low", "high"],
            RightAligned = [.. axes.Select(axis => axis.IsNumber), false, true, true, true, true, true],
            Rows = [.. comparison.ReadTimes.Select(read => (IReadOnlyList<string>)
            [
                .. axes.Select(axis => axis.Value(read.A)), read.Read, NumberText.Short(read.AP50Ms),
                NumberText.Short(read.BP50Ms), NumberText.Short(read.Ratio), NumberText.Short(read.RatioInterval?.Low),
                NumberText.Short(read.RatioInterval?.High),
            ])],
            Notes =
            [
                "Means of the medians of trials; below 1, B answers sooner. The gate looks at throughput alone.",
            ],
        };
    }
}
