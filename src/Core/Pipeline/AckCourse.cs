namespace DbIngest.Core.Pipeline;

/// <summary>
/// The acknowledged records of a trial, or operations of a mix, per short interval since the common start, over all lanes.
/// <see cref="LocalIngestRun"/> makes it from the timelines of its lanes, and a source process sends it as part of its
/// <see cref="IngestOutcome"/>. <see cref="Trials.AckGaps"/> reads stalls in it, <see cref="Trials.FaultEffect"/> the effect of a
/// fault, and <see cref="Trials.RateDip"/> how far the rate fell. The throughput of a trial must never be computed from it.
/// </summary>
/// <param name="IntervalS">Length of an interval in seconds.</param>
/// <param name="Records">Records of each interval. Nothing was acknowledged after the last.</param>
public sealed record AckCourse(double IntervalS, IReadOnlyList<long> Records)
{
    /// <summary>Share of an interval by which a time that lies at its end may miss it.</summary>
    private const double Rounding = 1e-6;

    /// <summary>
    /// Merges courses. Their intervals must be equal or whole multiples of one another, as they are where some lanes ran for
    /// longer. The result has the longest interval. Null for an empty list.
    /// </summary>
    public static AckCourse? Merge(IReadOnlyList<AckCourse> parts)
    {
        if (parts.Count == 0)
        {
            return null;
        }

        double interval = parts.Max(part => part.IntervalS);
        int[] ratios = [.. parts.Select(part => (int)Math.Round(interval / part.IntervalS))];
        long[] sum = new long[parts.Zip(ratios).Max(part => (part.First.Records.Count + part.Second - 1) / part.Second)];
        foreach (var (part, ratio) in parts.Zip(ratios))
        {
            for (int i = 0; i < part.Records.Count; i++)
            {
                sum[i / ratio] += part.Records[i];
            }
        }

        return new AckCourse(interval, sum);
    }

    /// <summary>The course of some lanes.</summary>
    /// <param name="lanes">The timelines of the lanes.</param>
    internal static AckCourse? Of(IReadOnlyList<AckTimeline> lanes)
    {
        var whole = Merge(
            [.. lanes.Select(lane => new AckCourse(lane.IntervalS, [.. lane.Records.Select(count => (long)count)]))]);
        return whole is null ? null
            : whole with { Records = [.. whole.Records.Take(whole.Records.ToList().FindLastIndex(count => count > 0) + 1)] };
    }

    /// <summary>Records acknowledged between two times, by whole intervals.</summary>
    /// <param name="fromS">Seconds since the common start.</param>
    /// <param name="toS">Seconds since the common start.</param>
    internal long Between(double fromS, double toS) => Sum(Index(fromS), Index(toS));

    /// <summary>
    /// Records acknowledged per second in the whole intervals between two times. 0 if no whole interval lies between them. Only
    /// the time of these intervals counts: in a long trial, an interval may be as long as the time between.
    /// </summary>
    /// <param name="fromS">Seconds since the common start.</param>
    /// <param name="toS">Seconds since the common start.</param>
    internal double Rate(double fromS, double toS)
    {
        int begin = (int)Math.Ceiling((fromS / IntervalS) - Rounding);
        int end = (int)Math.Floor((toS / IntervalS) + Rounding);
        return end > begin ? Sum(begin, end) / ((end - begin) * IntervalS) : 0;
    }

    /// <summary>The end of the first interval after a time with an acknowledgement. Null if none followed.</summary>
    /// <param name="fromS">Seconds since the common start.</param>
    internal double? FirstAfter(double fromS)
    {
        for (int i = Math.Max(0, (int)Math.Ceiling(fromS / IntervalS)); i < Records.Count; i++)
        {
            if (Records[i] > 0)
            {
                return (i + 1) * IntervalS;
            }
        }

        return null;
    }

    private long Sum(int begin, int end)
    {
        long sum = 0;
        for (int i = Math.Max(0, begin); i < Math.Min(Records.Count, end); i++)
        {
            sum += Records[i];
        }

        return sum;
    }

    private int Index(double timeS) => (int)Math.Round(timeS / IntervalS);
}
