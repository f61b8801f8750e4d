namespace DbIngest.Core.Pipeline;

/// <summary>
/// The acknowledged records of a trial with a fault, per short interval since the common start, over all lanes. A source process
/// sends it as part of its <see cref="IngestOutcome"/>, and <see cref="Trials.FaultEffect"/> reads the effect of the fault in it.
/// </summary>
/// <param name="IntervalS">Length of an interval in seconds.</param>
/// <param name="Records">Records of each interval. Nothing was acknowledged after the last.</param>
public sealed record AckCourse(double IntervalS, IReadOnlyList<long> Records)
{
    /// <summary>Merges courses with the same interval. Null for an empty list.</summary>
    /// <param name="parts">The courses.</param>
    public static AckCourse? Merge(IReadOnlyList<AckCourse> parts)
    {
        if (parts.Count == 0)
        {
            return null;
        }

        long[] sum = new long[parts.Max(part => part.Records.Count)];
        foreach (var part in parts)
        {
            for (int i = 0; i < part.Records.Count; i++)
            {
                sum[i] += part.Records[i];
            }
        }

        return new AckCourse(parts[0].IntervalS, sum);
    }

    /// <summary>The course of some lanes.</summary>
    /// <param name="lanes">Their timelines.</param>
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
    internal long Between(double fromS, double toS)
    {
        long sum = 0;
        int end = Math.Min(Records.Count, Index(toS));
        for (int i = Math.Max(0, Index(fromS)); i < end; i++)
        {
            sum += Records[i];
        }

        return sum;
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

    private int Index(double timeS) => (int)Math.Round(timeS / IntervalS);
}
