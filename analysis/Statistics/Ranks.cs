namespace DbIngest.Analysis.Statistics;

/// <summary>
/// Ranks values from 1. Equal values share the mean of their ranks. <see cref="ChangePoint"/> and <see cref="KruskalWallis"/> use
/// it.
/// </summary>
internal static class Ranks
{
    /// <summary>Returns the rank of each value, in the same order.</summary>
    public static double[] Of(IReadOnlyList<double> values)
    {
        int[] order = [.. Enumerable.Range(0, values.Count).OrderBy(i => values[i])];
        double[] ranks = new double[values.Count];
        for (int first = 0; first < order.Length;)
        {
            int end = first + 1;
            while (end < order.Length && values[order[end]] == values[order[first]])
            {
                end++;
            }

            foreach (int index in order.AsSpan(first, end - first))
            {
                ranks[index] = (first + 1 + end) / 2.0;
            }

            first = end;
        }

        return ranks;
    }
}
