using DbIngest.Abstractions.Records;

namespace DbIngest.Sources.Csv;

/// <summary>
/// Parses the times of a log into microseconds UTC: by their own offset, else in a zone. <c>JsonLinesReader</c>,
/// <c>KeyValueReader</c> and <c>NmeaReader</c> own one and call it per line, in order. Not thread-safe. Allocates nothing.
/// </summary>
/// <param name="order">The notation of times.</param>
/// <param name="zone">Zone of times without an offset; null for UTC.</param>
internal sealed class UtcTimeParser(DateOrder order, TimeZoneInfo? zone)
{
    private readonly TimestampParser _time = new(order);
    private readonly LocalTimeConverter? _zone = zone is null ? null : new(zone);

    /// <summary>Parses a time. False when the text is not one, or is outside the years 1 to 9999.</summary>
    /// <param name="text">The text, without spaces around it.</param>
    /// <param name="micros">Microseconds UTC since 1970.</param>
    /// <param name="quality">Receives <see cref="RecordQuality.TimeUncertain"/> for a time that occurs twice or not at
    /// all.</param>
    public bool TryParse(ReadOnlySpan<byte> text, out long micros, ref RecordQuality quality)
    {
        if (!_time.TryParse(text, out micros, out long? offset))
        {
            return false;
        }

        micros = offset is { } ahead ? micros - ahead : _zone?.ToUtc(micros, ref quality) ?? micros;
        return TimestampParser.IsInRange(micros);
    }
}
