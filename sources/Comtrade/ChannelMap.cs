using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Comtrade;

/// <summary>Which value of a record each channel becomes, and with what scaling.</summary>
internal sealed class ChannelMap
{
    /// <summary>Lays out the values: the analogue channels, then the digital ones.</summary>
    /// <param name="name">The file, for messages.</param>
    /// <param name="configuration">The record's configuration.</param>
    /// <param name="options">What the user asked for.</param>
    /// <exception cref="InputException">There are more values than a record carries, or a ratio is zero.</exception>
    public ChannelMap(string name, ComtradeConfiguration configuration, ComtradeOptions options)
    {
        AnalogCount = configuration.Analog.Count;
        Multipliers = new double[AnalogCount];
        Offsets = new double[AnalogCount];
        var values = new List<ValueColumn>();
        var names = new DistinctNames();
        for (int i = 0; i < AnalogCount; i++)
        {
            var channel = configuration.Analog[i];
            double ratio = Ratio(name, channel, options.Side);
            Multipliers[i] = options.Raw ? 1 : channel.Multiplier * ratio;
            Offsets[i] = options.Raw ? 0 : channel.Offset * ratio;
            values.Add(new ValueColumn(names.Make(channel.Id, "a" + (i + 1).ToString(CultureInfo.InvariantCulture)), Unit(channel)));
        }

        DigitalCount = options.Digital == DigitalMapping.Channels ? configuration.Digital.Count : 0;
        WordCount = options.Digital == DigitalMapping.Words ? configuration.DigitalWords : 0;
        for (int i = 0; i < DigitalCount; i++)
        {
            values.Add(new ValueColumn(names.Make(configuration.Digital[i].Id, "d" + (i + 1).ToString(CultureInfo.InvariantCulture)), string.Empty));
        }

        for (int i = 0; i < WordCount; i++)
        {
            values.Add(new ValueColumn(names.Make("status_word_" + (i + 1).ToString(CultureInfo.InvariantCulture), "w"), string.Empty));
        }

        if (values.Count is 0 or > RecordSchema.MaxValues)
        {
            throw Refusal.At(name, 0, FormattableString.Invariant(
                $"{values.Count} channels would be values, and a record carries 1 to {RecordSchema.MaxValues}; take the digital ones as words, or leave them out"));
        }

        Schema = new RecordSchema(values);
    }

    public RecordSchema Schema { get; }

    public int AnalogCount { get; }

    /// <summary>Digital channels that are values of their own.</summary>
    public int DigitalCount { get; }

    /// <summary>Digital words that are values.</summary>
    public int WordCount { get; }

    public double[] Multipliers { get; }

    public double[] Offsets { get; }

    private static double Ratio(string name, AnalogChannel channel, ChannelSide side)
    {
        if (side == ChannelSide.Unstated || channel.Side is ChannelSide.Unstated || channel.Side == side)
        {
            return 1;
        }

        double ratio = side == ChannelSide.Primary ? channel.Primary / channel.Secondary : channel.Secondary / channel.Primary;
        return double.IsFinite(ratio) && double.IsFinite(channel.Multiplier * ratio * float.MaxValue)
            ? ratio
            : throw Refusal.At(name, 0, $"the transformer ratio of channel '{Shown.Text(channel.Id)}' is no number");
    }

    /// <summary>SI symbols for the words that some recorders write.</summary>
    private static string Unit(AnalogChannel channel) => channel.Unit.ToUpperInvariant() switch
    {
        "AMPERE" or "AMP" or "AMPS" => "A",
        "VOLT" or "VOLTS" => "V",
        "NONE" => string.Empty,
        _ => channel.Unit,
    };
}
