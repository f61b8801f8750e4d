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
}
