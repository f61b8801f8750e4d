using DbIngest.Sources.Input;

namespace DbIngest.Sources.Nem12;

/// <summary>Which meters and channels of NEM12 files are read, and how.</summary>
internal sealed record Nem12Options
{
    /// <summary>The meters (National Metering Identifiers) to read; null for all.</summary>
    public IReadOnlyList<string>? Meters { get; init; }

    /// <summary>The channels (suffixes such as E1) to read; null for all.</summary>
    public IReadOnlyList<string>? Channels { get; init; }

    /// <summary>The zone of the times; null for Australian Eastern Standard Time, in which the market counts.</summary>
    public TimeZoneInfo? TimeZone { get; init; }

    /// <summary>Whether malformed lines are left out and counted, rather than ending the reading.</summary>
    public bool SkipBadRows { get; init; }

    /// <summary>Takes the options of this format and refuses others.</summary>
    /// <exception cref="ArgumentException">An option is unknown or its value invalid.</exception>
    public static Nem12Options Take(InputOptions options)
    {
        var taken = new Nem12Options
        {
            Meters = options.TakeList("nmi", '|'),
            Channels = options.TakeList("channel", '|'),
            TimeZone = TimeZones.Take(options),
            SkipBadRows = options.TakeWord("bad-rows", false, ("stop", false), ("skip", true)),
        };
        options.RefuseRest("nem12");
        return taken;
    }

    /// <summary>Whether a channel of a meter is read.</summary>
    public bool Takes(string meter, string channel) =>
        (Meters?.Contains(meter, StringComparer.OrdinalIgnoreCase) ?? true) && (Channels?.Contains(channel, StringComparer.OrdinalIgnoreCase) ?? true);
}
