using System.Globalization;

namespace DbIngest.Sources.Input;

/// <summary>
/// Takes the input option <c>time-zone</c>: the zone of times that do not state theirs. The options of every format with local
/// times call it once per file. It never assumes the zone of the machine.
/// </summary>
internal static class TimeZones
{
    /// <summary>Takes the option: an offset such as <c>+01:00</c>, or the name of a zone. Null when it is absent.</summary>
    /// <exception cref="ArgumentException">The value is neither.</exception>
    public static TimeZoneInfo? Take(InputOptions options) => options.Take("time-zone") is { } zone ? Of(zone) : null;

    private static TimeZoneInfo Of(string text)
    {
        if (text.Length > 0 && text[0] is '+' or '-'
            && TimeSpan.TryParseExact(text[1..], @"hh\:mm", CultureInfo.InvariantCulture, out var offset)
                && offset.TotalHours <= 14)
        {
            return TimeZoneInfo.CreateCustomTimeZone(text, text[0] == '-' ? -offset : offset, text, text);
        }

        return TimeZoneInfo.TryFindSystemTimeZoneById(text, out var zone)
            ? zone
            : throw new ArgumentException(
                $"Input option time-zone: '{text}' is neither an offset such as +01:00 nor a zone that this machine knows, "
                + $"such as Europe/Paris.");
    }
}
