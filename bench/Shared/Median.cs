namespace DbIngest.Bench;

/// <summary>Computes medians for all benches.</summary>
internal static class Median
{
    /// <summary>The middle value, or the mean of the two in the middle.</summary>
    /// <param name="values">At least one.</param>
    public static double Of(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        return (sorted[sorted.Length / 2] + sorted[(sorted.Length - 1) / 2]) / 2;
    }
}
