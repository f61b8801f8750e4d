namespace DbIngest.Sources.Comtrade;

/// <summary>
/// Content of a COMTRADE configuration (.cfg): IEEE C37.111 revisions 1991, 1999 and 2013 (IEC 60255-24), clause 7.
/// <see cref="ConfigurationParser"/> creates it; the reader, its decoders and <see cref="SampleClock"/> interpret the data by it.
/// Immutable.
/// </summary>
internal sealed record ComtradeConfiguration
{
    /// <summary>Configurations with more channels are refused.</summary>
    public const int MaxChannels = 10_000;

    public required string Station { get; init; }

    public required string Device { get; init; }

    /// <summary>The revision whose rules the record follows: 1991, 1999 or 2013.</summary>
    public required int Revision { get; init; }

    public required IReadOnlyList<AnalogChannel> Analog { get; init; }

    public required IReadOnlyList<DigitalChannel> Digital { get; init; }

    /// <summary>Nominal mains frequency in Hz. 0 when not stated.</summary>
    public double LineFrequency { get; init; }

    /// <summary>The sampling rates. Empty when only the timestamps in the data give times.</summary>
    public required IReadOnlyList<RateSection> Rates { get; init; }

    /// <summary>The time of the first sample, before <see cref="UtcOffset"/>.</summary>
    public required ConfigurationTime Start { get; init; }

    /// <summary>The time of the trigger, before <see cref="UtcOffset"/>. Null when it is not a date.</summary>
    public ConfigurationTime? Trigger { get; init; }

    public required ComtradeCoding Coding { get; init; }

    /// <summary>Factor from a timestamp to the unit of time.</summary>
    public double TimeMultiplier { get; init; } = 1;

    /// <summary>
    /// Local time less UTC. Null when the record does not state it (before 2013), and its times are read as UTC.
    /// </summary>
    public TimeSpan? UtcOffset { get; init; }

    /// <summary>Character set that the text was decoded from.</summary>
    public required string Encoding { get; init; }

    /// <summary>What is unusual in the configuration, one sentence each.</summary>
    public required IReadOnlyList<string> Oddities { get; init; }

    /// <summary>Nanoseconds per timestamp unit: 1 when the start time has nine digits of seconds (2013), else 1,000.</summary>
    public int StampUnitNanoseconds => Revision >= 2013 && Start.FractionDigits > 6 ? 1 : 1000;

    /// <summary>
    /// Bytes per sample of a binary data file: number, timestamp, analogue values, and 2 bytes per 16 digital channels.
    /// </summary>
    public int SampleBytes => 8 + (Analog.Count * AnalogBytes) + (DigitalWords * 2);

    public int AnalogBytes => Coding == ComtradeCoding.Binary ? 2 : 4;

    public int DigitalWords => (Digital.Count + 15) / 16;
}
