using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Core.Trials;

/// <summary>
/// Reads the effect of a fault in the course of acknowledgements: the time to the first one after it, depth and length of the
/// dip. <see cref="TrialRunner"/> calls it when a trial has ended. It is a pure function.
/// </summary>
internal static class FaultEffect
{
    /// <summary>The dip is over in a window whose rate is at least this share of the rate before the fault.</summary>
    public const double Recovered = 0.9;

    /// <summary>Longest time before the fault over which the rate before is taken, in seconds.</summary>
    private const double LongestBeforeS = 10;

    /// <summary>Width of the window over which a rate is taken, in seconds.</summary>
    private const double WindowS = 1;

    /// <summary>Distance from the beginning of a window to that of the next, in seconds. Windows overlap.</summary>
    private const double StepS = 0.1;

    /// <summary>
    /// Adds the effect to a fault. Returns a fault that did not happen, or whose acknowledgements are unknown, as it is.
    /// </summary>
    /// <param name="fault">Its times.</param>
    /// <param name="course">The acknowledgements. Null if unknown.</param>
    /// <param name="endS">Seconds since the common start until when sources begin batches. No window ends later.</param>
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
    /// The moment, in seconds since the common start, after which every acknowledgement is one of a server that runs again.
    /// After a kill, the interval of the start may still hold earlier ones. A paused server and a cut network acknowledge
    /// nothing before, so the interval in which they go on counts. After the kill of a node, the other nodes go on at once.
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
