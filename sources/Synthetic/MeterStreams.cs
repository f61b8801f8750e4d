namespace DbIngest.Sources.Synthetic;

/// <summary>The numbers of the independent streams of noise. Changing one changes the data, and so the generator's version.</summary>
internal static class MeterStreams
{
    /// <summary>The offset of the meter's clock within a second.</summary>
    public const int ClockOffset = 0;

    /// <summary>Which blocks have an event.</summary>
    public const int Events = 1;

    /// <summary>The grid's frequency, which all sources share.</summary>
    public const int GridFrequency = 2;

    /// <summary>The noise with which a meter measures the frequency.</summary>
    public const int FrequencyNoise = 3;

    /// <summary>The first stream of phase 0.</summary>
    public const int FirstPhase = 16;

    /// <summary>Streams a phase.</summary>
    public const int PerPhase = 8;

    /// <summary>The first stream of the channels beyond the nine of the meter; two each.</summary>
    public const int FirstExtra = 64;
}
