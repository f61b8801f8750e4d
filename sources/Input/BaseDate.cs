using System.Globalization;

namespace DbIngest.Sources.Input;

/// <summary>
/// The start of times that do not state their day, or state a wrong one (input option <c>base-date</c>). The options of COMTRADE,
/// delimited text and sentences hold it. Their clocks count from it. Immutable.
/// </summary>
/// <param name="Time">The time of day at the start; null when not given.</param>
internal sealed record BaseDate(DateOnly Date, TimeSpan? Time)
{
    private static readonly string[] Times = ["HH':'mm", "HH':'mm':'ss", "HH':'mm':'ss'.'FFFFFF"];

    /// <summary>Microseconds from 1970 to the day, plus the time of day where given.</summary>
    public long Micros =>
        (Date.ToDateTime(TimeOnly.MinValue).Ticks + (Time?.Ticks ?? 0) - DateTime.UnixEpoch.Ticks) / TimeSpan.TicksPerMicrosecond;

    /// <summary>
    /// Takes the option <c>base-date</c>: <c>2026-01-31</c> or <c>2026-01-31T12:00:00.000000</c>. Null when it is absent.
    /// </summary>
    /// <exception cref="ArgumentException">The value is neither.</exception>
    public static BaseDate? Take(InputOptions options)
    {
        if (options.Take("base-date") is not { } text)
        {
            return null;
        }

        string[] parts = text.Split('T', ' ');
        if (parts.Length <= 2
            && DateOnly.TryParseExact(parts[0], "yyyy-MM-dd", CultureInfo.InvariantCulture, DateTimeStyles.None, out var date))
        {
            if (parts.Length == 1)
            {
                return new(date, null);
            }

            if (TimeOnly.TryParseExact(parts[1], Times, CultureInfo.InvariantCulture, DateTimeStyles.None, out var time))
            {
                return new(date, time.ToTimeSpan());
            }
        }

        throw new ArgumentException(
            $"Input option base-date: '{text}' is neither a day such as 2026-01-31 nor a day and a time such as "
            + $"2026-01-31T12:00:00.");
    }
}
