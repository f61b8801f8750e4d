using System.Globalization;
using System.Text;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Comtrade;

/// <summary>
/// Maps the channels of one COMTRADE record to the values of a DbIngest record, with their names, units and scaling.
/// <see cref="ComtradeReader"/> creates one per data file. <see cref="BinaryDecoder"/> reads it for every block,
/// <see cref="AsciiDecoder"/> for every line. It includes the transformer ratio in the scaling where <c>side=</c> asks for the
/// other side. Immutable.
/// </summary>
internal sealed class ChannelMap
{
    /// <summary>Lays out the values: the analogue channels, then the digital ones.</summary>
    /// <exception cref="InputException">There are more values than a record carries, or a needed ratio is not finite.</exception>
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
            values.Add(new ValueColumn(names.Add(Sanitize(channel.Id, "a" + (i + 1).ToString(CultureInfo.InvariantCulture))),
                Unit(channel)));
        }

        DigitalCount = options.Digital == DigitalMapping.Channels ? configuration.Digital.Count : 0;
        WordCount = options.Digital == DigitalMapping.Words ? configuration.DigitalWords : 0;
        for (int i = 0; i < DigitalCount; i++)
        {
            values.Add(new ValueColumn(
                names.Add(Sanitize(configuration.Digital[i].Id, "d" + (i + 1).ToString(CultureInfo.InvariantCulture))),
                string.Empty));
        }

        for (int i = 0; i < WordCount; i++)
        {
            values.Add(new ValueColumn(names.Add("status_word_" + (i + 1).ToString(CultureInfo.InvariantCulture)), string.Empty));
        }

        if (values.Count is 0 or > RecordSchema.MaxValues)
        {
            throw Refusal.At(name, 0, FormattableString.Invariant(
                $"{values.Count} channels would be values, and a record carries 1 to {RecordSchema.MaxValues}; use digital=words, or digital=none to leave the digital channels out"));
        }

        Schema = new RecordSchema(values);
    }

    public RecordSchema Schema { get; }

    public int AnalogCount { get; }

    /// <summary>Number of digital channels that are values each (digital=channels).</summary>
    public int DigitalCount { get; }

    /// <summary>Number of 16-channel words that are values (digital=words).</summary>
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
        return double.IsFinite(ratio) && ratio != 0 && double.IsFinite(channel.Multiplier * ratio * float.MaxValue)
            ? ratio
            : throw Refusal.At(name, 0,
                $"the transformer ratio of channel '{SafeText.Text(channel.Id)}' is zero or not a finite number");
    }

    /// <summary>Replaces the unit words that some recorders write by SI symbols.</summary>
    private static string Unit(AnalogChannel channel) => channel.Unit.ToUpperInvariant() switch
    {
        "AMPERE" or "AMP" or "AMPS" => "A",
        "VOLT" or "VOLTS" => "V",
        "NONE" => string.Empty,
        _ => channel.Unit,
    };

    /// <summary>
    /// Turns a channel's name, in any script, into a value name: at most 60 lower-case letters, digits and underscores, starting
    /// with a letter.
    /// </summary>
    private static string Sanitize(string given, string fallback)
    {
        var text = new StringBuilder(given.Length);
        foreach (char c in given)
        {
            if (char.IsAsciiLetterOrDigit(c))
            {
                text.Append(char.ToLowerInvariant(c));
            }
            else if (text.Length > 0 && text[^1] != '_')
            {
                text.Append('_');
            }
        }

        string name = text.ToString().TrimEnd('_');
        name = name.Length == 0 ? fallback : char.IsAsciiLetter(name[0]) ? name : fallback + "_" + name;
        return name.Length <= DistinctNames.MaxLength ? name : name[..DistinctNames.MaxLength].TrimEnd('_');
    }
}
