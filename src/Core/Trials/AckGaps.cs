using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;

namespace DbIngest.Core.Trials;

/// <summary>
/// Finds the times of a trial without an acknowledgement. <see cref="TrialRecord"/> calls it when a trial has ended. It is a pure
/// function.
/// </summary>
internal static class AckGaps
{
    /// <summary>A stall lasts at least this many times the median interval between acknowledgements.</summary>
    internal const double Times = 10;

    /// <summary>A stall lasts at least this many seconds: shorter ones are within what the counts resolve.</summary>
    internal const double LeastS = 0.1;

    /// <summary>Most stalls that a result names.</summary>
    private const int MostNamed = 20;

    /// <summary>With fewer acknowledgements a median says nothing.</summary>
    private const int Fewest = 10;

    /// <summary>Finds the stalls.</summary>
    /// <param name="course">The acknowledgements. Null if unknown.</param>
    /// <param name="turn">Records that an acknowledgement is for, or 1 for an operation.</param>
    /// <returns>Null if the course is unknown, or has too few acknowledgements.</returns>
    public static StallResult? Of(AckCourse? course, int turn)
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
        double threshold = Math.Max(LeastS, Times * median);

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
