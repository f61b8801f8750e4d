using DbIngest.Core.Measurement;

namespace DbIngest.Bench.SideBySide;

/// <summary>The figures of one alternative over all rounds of <see cref="AlternatingRuns"/>.</summary>
/// <param name="Name">The alternative.</param>
/// <param name="RecordsPerS">The median throughput.</param>
/// <param name="Ratio">The median of its throughput's ratios to the first alternative of the same round.</param>
/// <param name="LeastRatio">The smallest of these ratios.</param>
/// <param name="GreatestRatio">The largest of these ratios.</param>
/// <param name="Interval">The 95 % interval of the median ratio, by order statistics; null for too few rounds.</param>
/// <param name="CpuNsPerRecord">The median of CPU nanoseconds a record.</param>
/// <param name="CpuRatio">The median ratio of records a CPU second to the first alternative of the same round.</param>
/// <param name="CpuInterval">Its 95 % interval; null for too few rounds.</param>
internal sealed record Measured(
    string Name, double RecordsPerS, double Ratio, double LeastRatio, double GreatestRatio, MedianInterval? Interval,
    double CpuNsPerRecord, double CpuRatio, MedianInterval? CpuInterval)
{
    /// <summary>Makes a table with one row per alternative.</summary>
    /// <param name="title">Its title.</param>
    /// <param name="measured">Its rows.</param>
    /// <returns>The table.</returns>
    public static MarkdownTable ToTable(string title, IEnumerable<Measured> measured)
    {
        var table = new MarkdownTable(
            title, "way", "records/s", "ratio", "95 % interval", "smallest", "largest", "CPU ns/record", "ratio by CPU",
            "95 % interval");
        foreach (var row in measured)
        {
            table.Add(
                row.Name,
                Text(row.RecordsPerS, "N0"),
                Text(row.Ratio, "F3"),
                Text(row.Interval),
                Text(row.LeastRatio, "F3"),
                Text(row.GreatestRatio, "F3"),
                Text(row.CpuNsPerRecord, "F2"),
                Text(row.CpuRatio, "F3"),
                Text(row.CpuInterval));
        }

        return table;
    }

    private static string Text(MedianInterval? interval) =>
        interval is null ? string.Empty : $"{Text(interval.Low, "F3")} to {Text(interval.High, "F3")}";

    private static string Text(double number, string format) =>
        number.ToString(format, System.Globalization.CultureInfo.InvariantCulture);
}
