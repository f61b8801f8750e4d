using DbIngest.Core.Pipeline;

namespace DbIngest.Core.Trials;

/// <summary>
/// How far the rate of acknowledgements fell after an event in a trial, and for how long. <see cref="FaultEffect"/> computes it
/// after a fault, <see cref="EventEffects"/> after values were added to the table. No window may reach beyond the time in which
/// all sources write, or the end of a trial looks like a dip.
/// </summary>
/// <param name="Before">Acknowledged records per second before the event, as <see cref="Results.FaultResult"/> says.</param>
/// <param name="LowestShare">
/// Lowest rate of a window of at least a second from the event on, as a share of <paramref name="Before"/>. Null if none fits.
/// </param>
/// <param name="DipS">
/// Seconds from the event to the first window, not before the end of the event, whose rate is at least <see cref="Recovered"/> of
/// that before. Null if there is none.
/// </param>
internal sealed record RateDip(double Before, double? LowestShare, double? DipS)
{
    /// <summary>The dip is over in a window whose rate is at least this share of the rate before.</summary>
    public const double Recovered = 0.9;

    /// <summary>The rate before is computed over at most this many seconds.</summary>
    private const double LongestBeforeS = 10;

    /// <summary>
    /// Width in seconds of the windows over which rates are computed. A window is wider where it would hold no whole interval.
    /// </summary>
    private const double WindowS = 1;

    /// <summary>Distance from the beginning of a window to that of the next, in seconds. Windows overlap.</summary>
    private const double StepS = 0.1;

    /// <summary>Computes the dip.</summary>
    /// <param name="course">The acknowledgements.</param>
    /// <param name="began">Seconds from the common start to the event.</param>
    /// <param name="over">
    /// Seconds from the common start to the first moment at which the rate may count as recovered. Null if it never came.
    /// </param>
    /// <param name="endS">Seconds from the common start to the time until which all sources write. No window ends later.</param>
    /// <param name="sinceS">
    /// Seconds from the common start to the time from which the rate before counts. Infinite if it never counts.
    /// </param>
    /// <returns>Null if nothing was acknowledged before the event, since that time.</returns>
    public static RateDip? Of(AckCourse course, double began, double? over, double endS, double sinceS = 0)
    {
        double from = Math.Max(sinceS, Math.Max(Math.Min(WindowS, began / 2), began - LongestBeforeS));
        double before = from < began ? course.Rate(from, began) : 0;
        double width = Math.Max(WindowS, 2 * course.IntervalS);
        return !(before > 0) ? null : new(
            before,
            Windows(began, endS, width).Select(at => (double?)course.Rate(at, at + width) / before).Min(),
            over is not { } back ? null
                : Windows(Math.Max(began, back), endS, width).Where(at => course.Rate(at, at + width) >= Recovered * before)
                    .Select(at => (double?)(at - began)).FirstOrDefault());
    }

    private static IEnumerable<double> Windows(double from, double to, double width)
    {
        for (int i = 0; from + (i * StepS) + width <= to; i++)
        {
            yield return from + (i * StepS);
        }
    }
}
