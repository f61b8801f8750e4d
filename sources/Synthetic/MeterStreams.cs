namespace DbIngest.Sources.Synthetic;

/// <summary>
/// Numbers of the independent streams of noise. <see cref="SyntheticSource"/>, <see cref="MeterPhase"/> and
/// <see cref="ExtraChannel"/> make their keys from them. Changing a number changes the data, and so requires a new
/// <see cref="SyntheticWorkload.Version"/>.
/// </summary>
internal static class MeterStreams
{
    /// <summary>Offset of the meter's clock within a second.</summary>
    public const int ClockOffset = 0;

    /// <summary>Blocks that have an event.</summary>
    public const int Events = 1;

    /// <summary>Frequency of the grid, the same for all sources.</summary>
    public const int GridFrequency = 2;

    /// <summary>Noise of a meter's frequency measurement.</summary>
    public const int FrequencyNoise = 3;

    /// <summary>First stream of phase 0.</summary>
    public const int FirstPhase = 16;

    /// <summary>Streams per phase.</summary>
    public const int PerPhase = 8;

    /// <summary>First stream of the channels beyond the meter's nine, two per channel.</summary>
    public const int FirstExtra = 64;
}
