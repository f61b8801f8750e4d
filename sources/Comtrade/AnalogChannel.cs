namespace DbIngest.Sources.Comtrade;

/// <summary>An analogue channel of a configuration. Its engineering value is <c>Multiplier * raw + Offset</c> in <c>Unit</c>.</summary>
internal sealed record AnalogChannel
{
    public required int Number { get; init; }

    public required string Id { get; init; }

    public string Phase { get; init; } = string.Empty;

    public string Component { get; init; } = string.Empty;

    public string Unit { get; init; } = string.Empty;

    public required double Multiplier { get; init; }

    public required double Offset { get; init; }

    /// <summary>Delay of this channel's sampling within a sample period, in microseconds. It is reported, not applied.</summary>
    public double SkewMicroseconds { get; init; }

    /// <summary>The smallest raw value the recorder says it gives; null when it says none.</summary>
    public double? Min { get; init; }

    /// <summary>The largest raw value the recorder says it gives; null when it says none.</summary>
    public double? Max { get; init; }

    public double Primary { get; init; } = 1;

    public double Secondary { get; init; } = 1;

    /// <summary>The side of the instrument transformer that the scaled values are of.</summary>
    public ChannelSide Side { get; init; } = ChannelSide.Unstated;
}
