using System.Globalization;

namespace DbIngest.Bench.SideBySide;

/// <summary>
/// Measures the bytes that the whole process allocates on the managed heap while the pipeline writes into the null target,
/// opening and ending included. The cost of records is what 100 million of them allocate beyond 1 million. The bench command
/// <c>sidebyside allocation</c> runs it.
/// </summary>
internal static class AllocationContest
{
    private static readonly long[] Sizes = [1_000_000, 100_000_000];

    public static MarkdownTable Run(int rounds)
    {
        using var lane = new BareLane(1000);
        Allocated(lane, Sizes[0]);
        var table = new MarkdownTable(
            $"Allocation of the whole process, median of {rounds}", "records", "bytes", "bytes a record beyond the first size");
        double[] bytes =
            [.. Sizes.Select(records => Median.Of(Enumerable.Range(0, rounds).Select(_ => Allocated(lane, records))))];
        for (int i = 0; i < Sizes.Length; i++)
        {
            double slope = i == 0 ? double.NaN : (bytes[i] - bytes[0]) / (Sizes[i] - Sizes[0]);
            table.Add(
                Sizes[i].ToString("N0", CultureInfo.InvariantCulture),
                bytes[i].ToString("N0", CultureInfo.InvariantCulture),
                i == 0 ? "" : slope.ToString("F6", CultureInfo.InvariantCulture));
        }

        return table;
    }

    private static double Allocated(BareLane lane, long records)
    {
        long before = GC.GetTotalAllocatedBytes(precise: true);
        NullContest.Pipeline(lane, records);
        return GC.GetTotalAllocatedBytes(precise: true) - before;
    }
}
