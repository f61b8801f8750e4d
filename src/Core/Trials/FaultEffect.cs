using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Core.Trials;

/// <summary>
/// Computes the effect of a fault from the course of acknowledgements: the time to the first acknowledgement after it, and depth
/// and length of the dip. <see cref="EventEffects"/> calls it when the ingestion of a trial has ended. It is a pure function.
/// </summary>
internal static class FaultEffect
{
    /// <summary>
    /// Adds the effect to a fault. Returns a fault that did not happen, or whose acknowledgements are unknown, unchanged.
    /// </summary>
    /// <param name="fault">The times of the fault.</param>
    /// <param name="course">The acknowledgements. Null if unknown.</param>
    /// <param name="endS">Seconds from the common start to the time until which all sources write. No window ends later.</param>
    /// <param name="sinceS">As for <see cref="RateDip.Of"/>.</param>
    public static FaultResult Of(FaultResult fault, AckCourse? course, double endS, double sinceS = 0)
    {
        if (fault.BeganS is not { } began || course is null)
        {
            return fault;
        }

        double? first = fault.StartedS is { } started ? course.FirstAfter(Silent(fault, started, course.IntervalS)) : null;
        fault = fault with { FirstAckAfterS = first - began, AcknowledgedRecordsBefore = course.Between(0, began) };
        return RateDip.Of(course, began, first - course.IntervalS, endS, sinceS) is not { } dip ? fault : fault with
        {
            RecordsPerSBefore = dip.Before,
            LowestShare = dip.LowestShare,
            DipS = dip.DipS,
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
}
