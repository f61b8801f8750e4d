using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Core.Trials;

/// <summary>
/// Computes the effect of a fault from the course of acknowledgements: the time to the first acknowledgement after it, and depth
/// and length of the dip. <see cref="TrialRecord"/> calls it when the ingestion of a trial has ended. It is a pure function.
/// </summary>
internal static class FaultEffect
{
    /// <summary>The dip is over in a window whose rate is at least this share of the rate before the fault.</summary>
    public const double Recovered = 0.9;

    /// <summary>The rate before the fault is computed over at most this many seconds.</summary>
    private const double LongestBeforeS = 10;

    /// <summary>Width in seconds of the windows over which rates after the fault are computed.</summary>
    private const double WindowS = 1;

    /// <summary>Distance from the beginning of a window to that of the next, in seconds. Windows overlap.</summary>
    private const double StepS = 0.1;

    /// <summary>
    /// Adds the effect to a fault. Returns a fault that did not happen, or whose acknowledgements are unknown, unchanged.
    /// </summary>
    /// <param name="fault">The times of the fault.</param>
    /// <param name="course">The acknowledgements. Null if unknown.</param>
    /// <param name="endS">Seconds from the common start to the time until which all sources write. No window ends later.</param>
    public static FaultResult Of(FaultResult fault, AckCourse? course, double endS)
    {
        if (fault.BeganS is not { } began || course is null)
        {
            return fault;
        }

        double? first = fault.StartedS is { } started ? course.FirstAfter(Silent(fault, started, course.IntervalS)) : null;
        double from = Math.Max(Math.Min(WindowS, began / 2), began - LongestBeforeS);
        double before = course.Between(from, began) / (began - from);
        fault = fault with { FirstAckAfterS = first - began, AcknowledgedRecordsBefore = course.Between(0, began) };
        return before <= 0 ? fault : fault with
        {
            RecordsPerSBefore = before,
            LowestShare = Windows(began, endS).Select(at => (double?)Rate(course, at) / before).Min(),
            DipS = first is not { } back ? null
                : Windows(Math.Max(began, back - course.IntervalS), endS).Where(at => Rate(course, at) >= Recovered * before)
                    .Select(at => (double?)(at - began)).FirstOrDefault(),
        };
    }

    /// <summary>
    /// Returns the moment, in seconds since the common start, from which an acknowledgement shows that the server works again.
    /// After a kill, the interval in which the server starts may still hold earlier acknowledgements, so it does not count. While
    /// a server is paused or its network cut, nothing is acknowledged, so the interval in which it continues counts. After the
    /// kill of one node, the other nodes continue at once.
    /// </summary>
    private static double Silent(FaultResult fault, double started, double intervalS) => fault.Kind switch
    {
        FaultKind.Pause or FaultKind.Partition => Math.Max(fault.StoppedS ?? started, started - intervalS),
        FaultKind.NodeKill => fault.StoppedS ?? started,
        _ => started,
    };

    private static double Rate(AckCourse course, double at) => course.Between(at, at + WindowS) / WindowS;

    private static IEnumerable<double> Windows(double from, double to)
    {
        for (int i = 0; from + (i * StepS) + WindowS <= to; i++)
        {
            yield return from + (i * StepS);
        }
    }
}
