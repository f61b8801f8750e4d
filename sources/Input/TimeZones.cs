using System.Globalization;

namespace DbIngest.Sources.Input;

/// <summary>The zone of times that do not say theirs.</summary>
internal static class TimeZones
{
    /// <summary>Takes the option <c>time-zone</c>: an offset such as <c>+01:00</c>, or the name of a zone; null when it is not given.</summary>
    /// <exception cref="ArgumentException">It is neither.</exception>
    public static TimeZoneInfo? Take(InputOptions options) => options.Take("time-zone") is { } zone ? Of(zone) : null;

    private static TimeZoneInfo Of(string text)
    {
        if (text.Length > 0 && text[0] is '+' or '-'
            && TimeSpan.TryParseExact(text[1..], @"hh\:mm", CultureInfo.InvariantCulture, out var offset) && offset.TotalHours <= 14)
        {
            return TimeZoneInfo.CreateCustomTimeZone(text, text[0] == '-' ? -offset : offset, text, text);
        }

        return TimeZoneInfo.TryFindSystemTimeZoneById(text, out var zone)
            ? zone
            : throw new ArgumentException(
                $"Input option time-zone: '{text}' is neither an offset such as +01:00 nor a zone that this machine knows, such as Europe/Paris.");
    }
}
