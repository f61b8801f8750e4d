using DbIngest.Sources.Input;

namespace DbIngest.Sources.Comtrade;

/// <summary>
/// Input options of a COMTRADE recording (docs/reference/inputs.md). <see cref="ComtradeFormat"/> takes them from the user's text
/// when it opens a file. <see cref="ComtradeReader"/> and <see cref="ChannelMap"/> obey them. Immutable.
/// </summary>
internal sealed record ComtradeOptions
{
    /// <summary>True when values are the stored numbers, neither scaled nor checked for marks of missing samples.</summary>
    public bool Raw { get; init; }

    /// <summary>Transformer side to convert to; <see cref="ChannelSide.Unstated"/> leaves each channel as recorded.</summary>
    public ChannelSide Side { get; init; } = ChannelSide.Unstated;

    /// <summary>How digital channels become values.</summary>
    public DigitalMapping Digital { get; init; } = DigitalMapping.Channels;

    /// <summary>True when malformed rows are skipped and counted. False when the first one ends the reading.</summary>
    public bool SkipBadRows { get; init; }

    /// <summary>Local time less UTC that replaces the record's time code. Null keeps it.</summary>
    public TimeSpan? TimeCode { get; init; }

    /// <summary>Zone of the recorder's clock that replaces the record's time code. Null keeps it.</summary>
    public TimeZoneInfo? TimeZone { get; init; }

    /// <summary>Day of the first sample that replaces the record's. Null keeps it.</summary>
    public BaseDate? BaseDate { get; init; }

    /// <summary>Takes this format's options and refuses others.</summary>
    /// <exception cref="ArgumentException">An option is unknown or its value invalid.</exception>
    public static ComtradeOptions Take(InputOptions options)
    {
        var taken = new ComtradeOptions
        {
            Raw = options.TakeWord("scale", false, ("scaled", false), ("raw", true)),
            Side = options.TakeWord(
                "side", ChannelSide.Unstated, ("recorded", ChannelSide.Unstated), ("primary", ChannelSide.Primary),
                    ("secondary", ChannelSide.Secondary)),
            Digital = options.TakeWord(
                "digital",
                DigitalMapping.Channels,
                ("channels", DigitalMapping.Channels),
                ("words", DigitalMapping.Words),
                ("none", DigitalMapping.None)),
            SkipBadRows = options.TakeSkipBadRows(),
            TimeCode = options.Take("time-code") is { } code ? Offset(code) : null,
            TimeZone = TimeZones.Take(options),
            BaseDate = BaseDate.Take(options),
        };
        options.RefuseRest("comtrade");
        return taken.TimeCode is null || taken.TimeZone is null
            ? taken
            : throw new ArgumentException("Input options time-code and time-zone: give one of them.");
    }

    /// <summary>Returns the configuration with the time code or zone of the options in place of its own.</summary>
    public ComtradeConfiguration Override(ComtradeConfiguration configuration)
    {
        if (TimeZone is null)
        {
            return TimeCode is null ? configuration : configuration with { UtcOffset = TimeCode };
        }

        // A record is short: its clock does not change between summer and winter time within it.
        var start = new DateTime(DateTime.UnixEpoch.Ticks + (configuration.Start.Microseconds * TimeSpan.TicksPerMicrosecond),
            DateTimeKind.Unspecified);
        bool unsure = TimeZone.IsAmbiguousTime(start) || TimeZone.IsInvalidTime(start);
        return configuration with
        {
            UtcOffset = TimeZone.GetUtcOffset(start),
            Oddities = unsure ? [.. configuration.Oddities, "It starts in the hour in which the clocks of its zone are changed."]
                : configuration.Oddities,
        };
    }

    private static TimeSpan Offset(string code) =>
        LocalTimeCode.TryParse(code.Trim(), out var offset) && offset is { } known
            ? known
            : throw new ArgumentException($"Input option time-code: '{code}' is not of the form -5h30, up to 14h00.");
}
