using DbIngest.Sources.Input;

namespace DbIngest.Sources.Nem12;

/// <summary>
/// Input options of NEM12 files (docs/reference/inputs.md). <see cref="Nem12Format"/> takes them from the user's text when it
/// opens a file. <see cref="Nem12Reader"/> obeys them. Immutable.
/// </summary>
internal sealed record Nem12Options
{
    /// <summary>Meters (National Metering Identifiers) to read. Null for all.</summary>
    public IReadOnlyList<string>? Meters { get; init; }

    /// <summary>Channels (suffixes such as E1) to read. Null for all.</summary>
    public IReadOnlyList<string>? Channels { get; init; }

    /// <summary>Zone of the times. Null for Australian Eastern Standard Time, the market's clock.</summary>
    public TimeZoneInfo? TimeZone { get; init; }

    /// <summary>True when malformed lines are skipped and counted. False when the first one ends the reading.</summary>
    public bool SkipBadRows { get; init; }

    /// <summary>Takes this format's options and refuses others.</summary>
    /// <exception cref="ArgumentException">An option is unknown or its value invalid.</exception>
    public static Nem12Options Take(InputOptions options)
    {
        var taken = new Nem12Options
        {
            Meters = options.TakeList("nmi", '|'),
            Channels = options.TakeList("channel", '|'),
            TimeZone = TimeZones.Take(options),
            SkipBadRows = options.TakeSkipBadRows(),
        };
        options.RefuseRest("nem12");
        return taken;
    }

    /// <summary>True when a channel of a meter is read.</summary>
    public bool Takes(string meter, string channel) =>
        (Meters?.Contains(meter, StringComparer.OrdinalIgnoreCase) ?? true)
            && (Channels?.Contains(channel, StringComparer.OrdinalIgnoreCase) ?? true);
}
