namespace DbIngest.Sources.Comtrade;

/// <summary>
/// Content of a COMTRADE configuration (.cfg): IEEE C37.111 revisions 1991, 1999 and 2013 (IEC 60255-24), clause 7.
/// <see cref="ConfigurationParser"/> creates it, and <see cref="ComtradeOptions.Override"/> replaces the offset in a copy.
/// <see cref="ComtradeReader"/>, its decoders and <see cref="SampleClock"/> interpret the data by it. Immutable.
/// </summary>
internal sealed record ComtradeConfiguration
{
    /// <summary>
    /// Most channels, analogue and digital together. <see cref="ConfigurationParser"/> refuses a configuration with more.
    /// </summary>
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

    /// <summary>The time of the first sample, in local time: <see cref="UtcOffset"/> is not subtracted yet.</summary>
    public required ConfigurationTime Start { get; init; }

    /// <summary>The time of the trigger, in local time as <see cref="Start"/>. Null when the file has no valid one.</summary>
    public ConfigurationTime? Trigger { get; init; }

    public required ComtradeCoding Coding { get; init; }

    /// <summary>
    /// Factor of the timestamps, above 0 and at most 1e9; 1 when not stated. Timestamp x factor x
    /// <see cref="StampUnitNanoseconds"/> is the time in nanoseconds. Most recorders count it from the first sample, some
    /// from the trigger.
    /// </summary>
    public double TimeMultiplier { get; init; } = 1;

    /// <summary>
    /// Local time less UTC. Null when the record does not state it, as no record before revision 2013 does: its times are then
    /// read as UTC.
    /// </summary>
    public TimeSpan? UtcOffset { get; init; }

    /// <summary>Character set that the text was decoded from.</summary>
    public required string Encoding { get; init; }

    /// <summary>One sentence per unusual feature of the configuration, for the facts.</summary>
    public required IReadOnlyList<string> Oddities { get; init; }

    /// <summary>
    /// Nanoseconds per timestamp unit: 1 when the revision is 2013 and the start time has more than six digits after the decimal
    /// point of its seconds, else 1,000.
    /// </summary>
    public int StampUnitNanoseconds => Revision >= 2013 && Start.FractionDigits > 6 ? 1 : 1000;

    /// <summary>
    /// Bytes per sample of a binary data file: 4 for the sample number, 4 for the timestamp, <see cref="AnalogBytes"/> (2 or 4)
    /// per analogue channel, and 2 per 16 digital channels. Has no meaning for <see cref="ComtradeCoding.Ascii"/>.
    /// </summary>
    public int SampleBytes => 8 + (Analog.Count * AnalogBytes) + (DigitalWords * 2);

    public int AnalogBytes => Coding == ComtradeCoding.Binary ? 2 : 4;

    public int DigitalWords => (Digital.Count + 15) / 16;
}
