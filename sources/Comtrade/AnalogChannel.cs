namespace DbIngest.Sources.Comtrade;

/// <summary>
/// One analogue channel of a COMTRADE configuration. Its value in <c>Unit</c> is <c>Multiplier * raw + Offset</c>.
/// </summary>
internal sealed record AnalogChannel
{
    public required int Number { get; init; }

    public required string Id { get; init; }

    public string Phase { get; init; } = string.Empty;

    public string Component { get; init; } = string.Empty;

    public string Unit { get; init; } = string.Empty;

    public required double Multiplier { get; init; }

    public required double Offset { get; init; }

    /// <summary>
    /// Delay of this channel's sampling within a sample period, in microseconds. Facts report it. Values are not shifted.
    /// </summary>
    public double SkewMicroseconds { get; init; }

    /// <summary>Smallest raw value that the recorder declares. Null when it declares none.</summary>
    public double? Min { get; init; }

    /// <summary>Largest raw value that the recorder declares. Null when it declares none.</summary>
    public double? Max { get; init; }

    public double Primary { get; init; } = 1;

    public double Secondary { get; init; } = 1;

    /// <summary>The side of the instrument transformer that the scaled values describe.</summary>
    public ChannelSide Side { get; init; } = ChannelSide.Unstated;
}
