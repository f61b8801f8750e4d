namespace DbIngest.Sources.Export;

/// <summary>
/// Scalings that spread the range of each channel over the whole numbers from <c>-limit</c> to <c>limit</c>.
/// <see cref="AsciiEncoder"/> and <see cref="BinaryEncoder"/> (except for FLOAT32) create one, which reads all records once,
/// before they encode the first. Immutable afterwards.
/// </summary>
internal sealed class ChannelScales
{
    private readonly (double A, double B)[] _scales;
    private readonly double _limit;

    /// <summary>Reads the whole content once to find the range of each channel.</summary>
    /// <exception cref="ArgumentException">The values of a channel are so far apart that no reader takes their
    /// scaling.</exception>
    public ChannelScales(ExportContent content, double limit)
    {
        _limit = limit;
        _scales = [.. content.Ranges()
            .Select((range, channel) => ScaleOf(content.Schema.Values[channel].Name, range, limit))];
    }

    /// <summary>The scaling of a channel.</summary>
    public (double A, double B) this[int channel] => _scales[channel];

    /// <summary>Returns the stored number nearest to a value, at most half a step of the channel away.</summary>
    public double Stored(int channel, double value)
    {
        var (a, b) = _scales[channel];
        return Math.Clamp(Math.Round((value - b) / a), -_limit, _limit);
    }

    private static (double A, double B) ScaleOf(string name, (double Min, double Max) range, double limit)
    {
        var (a, b) = range.Max > range.Min
            ? ((range.Max - range.Min) / (2 * limit), (range.Max / 2) + (range.Min / 2))
            : (1.0, range.Max == range.Min ? range.Min : 0.0);

        // As ConfigurationParser demands of every scaling.
        return double.IsFinite((a * float.MaxValue) + Math.Abs(b)) ? (a, b) : throw new ArgumentException(
            $"the values of {name} are too far apart for the scaling of a COMTRADE file; choose --format csv, xml or sqlite.");
    }
}
