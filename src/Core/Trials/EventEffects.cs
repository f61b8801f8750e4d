using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;

namespace DbIngest.Core.Trials;

/// <summary>
/// Computes what the events of a trial did to its rate: a fault, added values, or both. With both, neither dip may count for the
/// other event. The windows of the first event end where the second one begins. The second event is judged by the rate from the
/// end of the first dip on, and not at all if that dip was not over. <see cref="TrialRecord"/> calls it when the ingestion of a
/// trial has ended. It is a pure function.
/// </summary>
internal static class EventEffects
{
    /// <summary>Adds the effects to the events.</summary>
    /// <param name="fault">The times of the fault. Null without one.</param>
    /// <param name="addition">The times of the addition of values. Null without one.</param>
    /// <param name="course">The acknowledgements. Null if unknown.</param>
    /// <param name="endS">Seconds from the common start to the time until which all sources write. No window ends later.</param>
    public static (FaultResult? Fault, AdditionResult? Addition) Of(
        FaultResult? fault, AdditionResult? addition, AckCourse? course, double endS)
    {
        if (fault is { BeganS: { } fails } && addition is { BeganS: { } changes } && changes < fails)
        {
            addition = Added(addition, course, 0, Math.Min(endS, fails));
            return (FaultEffect.Of(fault, course, endS, After(changes, addition.DipS)), addition);
        }

        fault = fault is null ? null : FaultEffect.Of(fault, course, Math.Min(endS, addition?.BeganS ?? endS));
        double sinceS = fault?.BeganS is { } failed ? After(failed, fault.DipS) : 0;
        return (fault, addition is null ? null : Added(addition, course, sinceS, endS));
    }

    /// <summary>The moment from which the rate after an event counts for the next. Infinite if the dip was not over.</summary>
    private static double After(double began, double? dipS) => dipS is { } dip ? began + dip : double.PositiveInfinity;

    private static AdditionResult Added(AdditionResult addition, AckCourse? course, double sinceS, double endS) =>
        addition.BeganS is { } began && course is not null
            && RateDip.Of(course, began, began + addition.TookS, endS, sinceS) is { } dip
                ? addition with { RecordsPerSBefore = dip.Before, LowestShare = dip.LowestShare, DipS = dip.DipS }
                : addition;
}
