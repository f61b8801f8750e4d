using DbIngest.Sources.Input;

namespace DbIngest.Sources.Comtrade;

/// <summary>How a COMTRADE record becomes records.</summary>
internal sealed record ComtradeOptions
{
    /// <summary>Whether values are the stored numbers, neither scaled nor checked for the marks of missing samples.</summary>
    public bool Raw { get; init; }

    /// <summary>The side of the instrument transformers to convert to; <see cref="ChannelSide.Unstated"/> leaves each channel as it is.</summary>
    public ChannelSide Side { get; init; } = ChannelSide.Unstated;

    /// <summary>What becomes of digital channels.</summary>
    public DigitalMapping Digital { get; init; } = DigitalMapping.Channels;

    /// <summary>Whether rows that cannot be read are left out and counted, rather than ending the reading.</summary>
    public bool SkipBadRows { get; init; }

    /// <summary>Local time less UTC, instead of the time code of the record; null when that counts.</summary>
    public TimeSpan? TimeCode { get; init; }

    /// <summary>The zone of the record's clock, instead of its time code; null when that counts.</summary>
    public TimeZoneInfo? TimeZone { get; init; }

    /// <summary>The day of the first sample, instead of the one in the record; null when that counts.</summary>
    public BaseDate? BaseDate { get; init; }

    /// <summary>Takes the options of this format and refuses others.</summary>
    /// <exception cref="ArgumentException">An option is unknown or its value invalid.</exception>
    public static ComtradeOptions Take(InputOptions options)
    {
        var taken = new ComtradeOptions
        {
            Raw = options.TakeWord("scale", false, ("scaled", false), ("raw", true)),
            Side = options.TakeWord(
                "side", ChannelSide.Unstated, ("recorded", ChannelSide.Unstated), ("primary", ChannelSide.Primary), ("secondary", ChannelSide.Secondary)),
            Digital = options.TakeWord(
                "digital",
                DigitalMapping.Channels,
                ("channels", DigitalMapping.Channels),
                ("words", DigitalMapping.Words),
                ("none", DigitalMapping.None)),
            SkipBadRows = options.TakeWord("bad-rows", false, ("stop", false), ("skip", true)),
            TimeCode = options.Take("time-code") is { } code ? Offset(code) : null,
            TimeZone = TimeZones.Take(options),
            BaseDate = BaseDate.Take(options),
        };
        options.RefuseRest("comtrade");
        return taken.TimeCode is null || taken.TimeZone is null
            ? taken
            : throw new ArgumentException("Input options time-code and time-zone: give one of them.");
    }

    /// <summary>The configuration with what the options say instead of it.</summary>
    public ComtradeConfiguration Override(ComtradeConfiguration configuration)
    {
        if (TimeZone is null)
        {
            return TimeCode is null ? configuration : configuration with { UtcOffset = TimeCode };
        }

        // A record is short, and its clock is not moved while it runs.
        var start = new DateTime(DateTime.UnixEpoch.Ticks + (configuration.Start.Microseconds * TimeSpan.TicksPerMicrosecond), DateTimeKind.Unspecified);
        bool unsure = TimeZone.IsAmbiguousTime(start) || TimeZone.IsInvalidTime(start);
        return configuration with
        {
            UtcOffset = TimeZone.GetUtcOffset(start),
            Oddities = unsure ? [.. configuration.Oddities, "It starts in the hour in which the clocks of its zone are changed."] : configuration.Oddities,
        };
    }

    private static TimeSpan Offset(string code) =>
        LocalTimeCode.TryParse(code.Trim(), out var offset) && offset is { } known
            ? known
            : throw new ArgumentException($"Input option time-code: '{code}' is not of the form -5h30.");
}
