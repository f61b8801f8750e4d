namespace DbIngest.Bench.Mixes;

/// <summary>The figures of one run of a mix, by the product or by a peer.</summary>
/// <param name="PerS">Operations per second.</param>
/// <param name="ClientUs">CPU of the client, user and system, in microseconds an operation.</param>
/// <param name="ServerUs">CPU of the server, user and system, in microseconds an operation.</param>
/// <param name="Read">Service times of reads; null without reads, or when unknown.</param>
/// <param name="Update">Service times of updates; null without updates, or when unknown.</param>
internal sealed record Figures(double PerS, double ClientUs, double ServerUs, Percentiles? Read, Percentiles? Update);

/// <summary>Service times in microseconds.</summary>
/// <param name="P50">The median.</param>
/// <param name="P95">The 95th percentile.</param>
/// <param name="P99">The 99th percentile.</param>
internal sealed record Percentiles(double P50, double P95, double P99)
{
    /// <summary>Computes percentiles of single values, which it sorts in place; null without any.</summary>
    public static Percentiles? Of(List<long> values)
    {
        values.Sort();
        return values.Count == 0 ? null : new(At(50), At(95), At(99));

        double At(int percent) => values[(int)((values.Count - 1L) * percent / 100)];
    }
}
