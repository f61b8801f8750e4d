using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Core.Trials;

/// <summary>
/// Finds stalls: times of a trial without any acknowledgement that are long beside the usual interval.
/// <see cref="TrialRecord"/> calls it when a trial has ended. It is a pure function. Time before the first acknowledgement and
/// after the last does not count.
/// </summary>
internal static class AckGaps
{
    /// <summary>A stall lasts at least this many times the median interval between acknowledgements.</summary>
    internal const double Times = 10;

    /// <summary>A stall lasts at least this many seconds, since the counts do not resolve much shorter times.</summary>
    internal const double LeastS = 0.1;

    /// <summary>Most stalls that a result names.</summary>
    private const int MostNamed = 20;

    /// <summary>Fewest intervals between acknowledgements from which a median is computed.</summary>
    private const int Fewest = 10;

    /// <summary>Finds the stalls.</summary>
    /// <param name="course">The acknowledgements. Null if unknown.</param>
    /// <param name="turn">Records per acknowledgement: the batch size, or 1 for an operation of a mix.</param>
    /// <param name="arrivalS">
    /// With a rate, the seconds that may pass without an arrival (<see cref="ArrivalGapS"/>). A shorter time is no stall of the
    /// database. 0 in a closed loop.
    /// </param>
    /// <returns>The stalls. Null if the course is unknown or has too few acknowledgements.</returns>
    public static StallResult? Of(AckCourse? course, int turn, double arrivalS = 0)
    {
        var gaps = new List<Stall>();
        var intervals = new List<(double Seconds, long Count)>();
        long sum = 0;
        int last = -1;
        for (int i = 0; course is not null && i < course.Records.Count; i++)
        {
            if (course.Records[i] == 0)
            {
                continue;
            }

            long count = Math.Max(1, course.Records[i] / turn);
            int empty = last < 0 ? 0 : i - last - 1;
            intervals.Add((course.IntervalS / count, empty > 0 ? count - 1 : count));
            if (empty > 0)
            {
                intervals.Add((empty * course.IntervalS, 1));
                gaps.Add(new Stall((last + 1) * course.IntervalS, empty * course.IntervalS, sum));
            }

            sum += course.Records[i];
            last = i;
        }

        if (course is null || intervals.Sum(interval => interval.Count) < Fewest)
        {
            return null;
        }

        double median = Median(intervals);
        double threshold = Math.Max(arrivalS, Math.Max(LeastS, Times * median));

        // Lengths are whole multiples of an interval: a rounding error must not decide.
        var stalls = gaps.Where(gap => gap.ForS > threshold - (course.IntervalS / 2)).ToList();
        var longest = gaps.MaxBy(gap => gap.ForS);
        return new StallResult
        {
            ResolutionS = course.IntervalS,
            MedianIntervalS = median,
            ThresholdS = threshold,
            LongestS = longest?.ForS ?? 0,
            LongestAtS = longest?.AtS ?? 0,
            Count = stalls.Count,
            TotalS = stalls.Sum(stall => stall.ForS),
            Longest = [.. stalls.OrderByDescending(stall => stall.ForS).Take(MostNamed).OrderBy(stall => stall.AtS)],
        };
    }

    /// <summary>
    /// Returns the time that may lie between two arrivals, in seconds. 0 in a closed loop. Sources with equally spaced arrivals
    /// may all have them at the same moments, so the time covers two periods of one source. For a Poisson process it is ten times
    /// the mean: one gap in 22,000 is longer. With stages it is the time where they are slowest, with any pause between them.
    /// </summary>
    public static double ArrivalGapS(Point point)
    {
        if (point.Rate is not { } rate)
        {
            return 0;
        }

        int turn = point.Mix is null ? point.Batch : 1;
        int sources = point.Sources.Total;
        double arrivals = rate.IsPoisson ? Times / sources : 2;
        return rate.Stages.Count > 0 ? new StagedTime(rate, sources, turn).LongestS(arrivals)
            : arrivals * turn * sources / rate.TotalRecordsPerS(sources);
    }

    private static double Median(List<(double Seconds, long Count)> intervals)
    {
        long half = (intervals.Sum(interval => interval.Count) + 1) / 2;
        foreach (var (seconds, count) in intervals.OrderBy(interval => interval.Seconds))
        {
            half -= count;
            if (half <= 0)
            {
                return seconds;
            }
        }

        return 0;
    }
}
