namespace DbIngest.Sources.Comtrade;

/// <summary>
/// One analogue channel of a COMTRADE configuration. Its value in <c>Unit</c> is <c>Multiplier * raw + Offset</c>.
/// <see cref="ConfigurationParser"/> creates it. <see cref="ChannelMap"/> takes the scaling of the decoders from it, and
/// <see cref="AsciiDecoder"/> the largest raw value, which tells whether six nines can be a sample. The ratio of the transformer
/// may be zero or infinite: check it before use. Immutable.
/// </summary>
internal sealed record AnalogChannel
{
    /// <summary>The number that the configuration gives the channel, usually from 1.</summary>
    public required int Number { get; init; }

    public required string Id { get; init; }

    public string Phase { get; init; } = string.Empty;

    public string Unit { get; init; } = string.Empty;

    /// <summary>Change of the value per raw step, in <see cref="Unit"/>.</summary>
    public required double Multiplier { get; init; }

    /// <summary>The value at raw 0, in <see cref="Unit"/>.</summary>
    public required double Offset { get; init; }

    /// <summary>
    /// Delay of this channel's sampling within a sample period, in microseconds. No reader corrects times or values for it,
    /// because a record has one time. No fact reports it, since a sweep that an older version began could then not be resumed.
    /// </summary>
    public double SkewMicroseconds { get; init; }

    /// <summary>Smallest raw value that the recorder declares. Null when it declares none.</summary>
    public double? Min { get; init; }

    /// <summary>Largest raw value that the recorder declares. Null when it declares none.</summary>
    public double? Max { get; init; }

    /// <summary>Rated primary value of the instrument transformer. <c>Primary / Secondary</c> is its ratio.</summary>
    public double Primary { get; init; } = 1;

    /// <summary>Rated secondary value of the instrument transformer.</summary>
    public double Secondary { get; init; } = 1;

    /// <summary>The side of the instrument transformer that the scaled values describe.</summary>
    public ChannelSide Side { get; init; } = ChannelSide.Unstated;
}
