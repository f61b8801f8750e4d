using System.Globalization;

namespace DbIngest.Sources.Comtrade;

/// <summary>
/// Builds the <c>comtrade_*</c> facts of a recording. <see cref="ComtradeReader.Facts"/> calls it after the last record.
/// Manifests keep these texts and a resumed sweep compares them: do not reword them.
/// </summary>
internal static class ComtradeFacts
{
    /// <summary>Returns the facts of a recording of which <c>records</c> samples were read.</summary>
    public static Dictionary<string, string> Of(
        ComtradeConfiguration configuration, ComtradeOptions options, SampleClock clock, ISampleDecoder decoder, long records)
    {
        var facts = new Dictionary<string, string>(StringComparer.Ordinal)
        {
            ["comtrade_station"] = configuration.Station,
            ["comtrade_device"] = configuration.Device,
            ["comtrade_revision"] = Text(configuration.Revision),
            ["comtrade_coding"] = configuration.Coding.ToString().ToUpperInvariant(),
            ["comtrade_encoding"] = configuration.Encoding,
            ["comtrade_channels"] = Say($"{configuration.Analog.Count} analogue, {configuration.Digital.Count} digital"),
            ["comtrade_rates_hz"] = configuration.Rates.Count switch
            {
                0 => "none",
                <= 4 => string.Join(", ", configuration.Rates.Select(r => Text(r.Hertz))),
                _ => Say($"{configuration.Rates.Count} sections of {configuration.Rates.Min(r => r.Hertz)} to {configuration.Rates.Max(r => r.Hertz)}"),
            },
            ["comtrade_time_unit"] = configuration.StampUnitNanoseconds == 1 ? "nanoseconds, rounded down to microseconds"
                : "microseconds",
            ["comtrade_utc_offset"] = configuration.UtcOffset is { } offset ? offset.ToString("c", CultureInfo.InvariantCulture)
                : "not stated: times are read as UTC",
            ["comtrade_values"] = options.Raw ? "raw" : "scaled",
            ["comtrade_side"] = options.Side == Comtrade.ChannelSide.Unstated ? Sides(configuration) : options.Side.ToString()
                .ToLowerInvariant(),
            ["comtrade_digital"] = options.Digital.ToString().ToLowerInvariant(),
        };
        AddOddities(facts, configuration, options, clock, decoder, records);
        facts["comtrade_bad_rows"] = decoder.BadRows.Summary;
        if (decoder.BadRows.Torn is { } torn)
        {
            facts["comtrade_torn_last_line"] = torn;
        }

        return facts;
    }

    private static void AddOddities(
        Dictionary<string, string> facts, ComtradeConfiguration configuration, ComtradeOptions options, SampleClock clock,
        ISampleDecoder decoder, long records)
    {
        var oddities = new List<string>(configuration.Oddities);
        void Add(bool present, FormattableString text)
        {
            if (present)
            {
                oddities.Add(FormattableString.Invariant(text));
            }
        }

        Add(clock.Missing > 0, $"{clock.Missing} of {records} samples have no stamp: their time is from the sampling rate.");
        Add(clock.Backwards > 0, $"Time goes back {clock.Backwards} times.");
        Add(clock.Wraps > 0, $"The 32-bit stamp wrapped round {clock.Wraps} times.");
        Add(clock.ShortWraps > 0,
            $"Stamps of 16 bits wrapped round {clock.ShortWraps} times: undone by sample numbers and sampling rate.");
        Add(clock.StoodStill > 0,
            $"{clock.StoodStill + 1} of {records} stamps stand still from the first one on: their time is from the sampling rate.");
        Add(clock.StampsContradictRate, $"The stamps contradict the sampling rate: times are from the rate.");
        Add(clock.CountsFromTrigger, $"Stamps begin negative: they count from the trigger.");
        Add(decoder.NumberJumps > 0, $"Sample numbers jump {decoder.NumberJumps} times.");
        Add(configuration.Rates.Count > 0 && records > 0 && clock.ConfiguredSamples != records,
            $"The configuration ends at sample {clock.ConfiguredSamples}, the data holds {records}.");
        int unstated = configuration.Analog.Count(c => c.Side == Comtrade.ChannelSide.Unstated);
        Add(options.Side != Comtrade.ChannelSide.Unstated && !options.Raw && unstated > 0,
            $"{unstated} of {configuration.Analog.Count} analogue channels do not state their side: they are as recorded.");
        if (decoder.Doubt is { } doubt)
        {
            oddities.Add(doubt);
        }

        for (int i = 0; i < oddities.Count; i++)
        {
            facts[Say($"comtrade_oddity_{i + 1}")] = oddities[i];
        }
    }

    private static string Sides(ComtradeConfiguration configuration) =>
        string.Join(", ", configuration.Analog.GroupBy(c => c.Side).OrderBy(g => g.Key)
            .Select(g => Say($"{g.Key.ToString().ToLowerInvariant()} ({g.Count()} channels)")));

    private static string Text(double value) => value.ToString(CultureInfo.InvariantCulture);

    private static string Say(FormattableString text) => FormattableString.Invariant(text);
}
