namespace DbIngest.Sources.Comtrade;

/// <summary>
/// What the configuration (.cfg) of a COMTRADE record says: IEEE C37.111 revisions 1991, 1999 and 2013 (IEC 60255-24), clause 7.
/// </summary>
internal sealed record ComtradeConfiguration
{
    /// <summary>The largest number of channels that is read.</summary>
    public const int MaxChannels = 10_000;

    public required string Station { get; init; }

    public required string Device { get; init; }

    /// <summary>1991, 1999 or 2013: the revision whose rules the record follows.</summary>
    public required int Revision { get; init; }

    public required IReadOnlyList<AnalogChannel> Analog { get; init; }

    public required IReadOnlyList<DigitalChannel> Digital { get; init; }

    /// <summary>Nominal frequency of the mains in Hz; 0 when not stated.</summary>
    public double LineFrequency { get; init; }

    /// <summary>The sampling rates; empty when the stamps in the data are the only time.</summary>
    public required IReadOnlyList<RateSection> Rates { get; init; }

    /// <summary>The time of the first sample, before <see cref="UtcOffset"/>.</summary>
    public required ConfigurationTime Start { get; init; }

    /// <summary>The time of the trigger, before <see cref="UtcOffset"/>; null when it is not a date.</summary>
    public ConfigurationTime? Trigger { get; init; }

    public required ComtradeCoding Coding { get; init; }

    /// <summary>What a stamp is multiplied with to give the unit of time.</summary>
    public double TimeMultiplier { get; init; } = 1;

    /// <summary>Local time less UTC; null when the record does not say (before 2013), and its times are read as UTC.</summary>
    public TimeSpan? UtcOffset { get; init; }

    /// <summary>The character set the text was read in.</summary>
    public required string Encoding { get; init; }

    /// <summary>What is unusual in it, one sentence each.</summary>
    public required IReadOnlyList<string> Oddities { get; init; }

    /// <summary>Nanoseconds of one unit of a stamp: nine digits of seconds in the start time mean nanoseconds (2013), else microseconds.</summary>
    public int StampUnitNanoseconds => Revision >= 2013 && Start.FractionDigits > 6 ? 1 : 1000;

    /// <summary>Bytes of one sample of a binary data file: number, stamp, analogue values, 16 digital channels a word.</summary>
    public int SampleBytes => 8 + (Analog.Count * AnalogBytes) + (DigitalWords * 2);

    public int AnalogBytes => Coding == ComtradeCoding.Binary ? 2 : 4;

    public int DigitalWords => (Digital.Count + 15) / 16;
}
