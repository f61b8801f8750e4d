using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Words how far the rate of a point fell after an event in its trials, and for how long. <see cref="FaultSentences"/> and
/// <see cref="AdditionSentences"/> use it, so that a fault and an addition read alike.
/// </summary>
internal static class DipSentence
{
    /// <summary>Words the dip, without a full stop: <c>the rate fell to 40 % and was back at 90 % after 0.5 s</c>.</summary>
    /// <param name="lowestShare">Lowest rate of a second after the event, as a share of the rate before. Null if unknown.</param>
    /// <param name="dipS">Seconds until the rate was again 90 % of that before. Null if it recovered in no trial.</param>
    /// <param name="notOver">Trials that ended before their rate recovered.</param>
    /// <param name="hasOther">True if the trials have another event, before which the rate may not have recovered.</param>
    /// <returns>Null if the lowest rate is unknown.</returns>
    public static string? Of(SampleStatistics? lowestShare, SampleStatistics? dipS, int notOver, bool hasOther = false)
    {
        if (lowestShare is not { } lowest)
        {
            return null;
        }

        string over = dipS is { } dip ? $" and was back at 90 % after {Range(dip)} s" : string.Empty;
        string other = hasOther ? "the other event or " : string.Empty;
        string not = notOver == 0 ? string.Empty
            : dipS is null ? $" and was not back at 90 % before {other}the end of {NumberText.Count(notOver, "trial")}"
            : $", in {NumberText.Count(notOver, "trial")} not before {other}its end";
        return $"the rate fell to {NumberText.Percent(lowest.Median)} %{over}{not}";
    }

    /// <summary>The median of times, with the range if there are several.</summary>
    public static string Range(SampleStatistics times) => times.N == 1 ? NumberText.Short(times.Median)
        : $"{NumberText.Short(times.Median)} ({NumberText.Short(times.Min)} to {NumberText.Short(times.Max)})";
}
