using System.Globalization;

namespace DbIngest.Sources.Comtrade;

/// <summary>
/// The second line of a configuration: <c>88,24A,64D</c>. <see cref="ConfigurationParser"/> parses it to know how many channel
/// lines follow. Immutable.
/// </summary>
/// <param name="Analog">Number of analogue channels.</param>
/// <param name="Digital">Number of digital channels.</param>
/// <param name="Oddity">A sentence about an unusual form of the line; null for the usual form.</param>
internal readonly record struct ChannelCounts(int Analog, int Digital, string? Oddity)
{
    /// <summary>Parses the line. False when it does not have this form.</summary>
    public static bool TryParse(string line, out ChannelCounts counts)
    {
        counts = default;
        string[] fields = line.Split(',');
        if (fields.Length != 3 || !TryCount(fields[1], 'A', out int analog) || !TryCount(fields[2], 'D', out int digital)
            || !TryTotal(fields[0], out int total, out bool lettered))
        {
            return false;
        }

        string? oddity = total != analog + digital
            ? string.Create(CultureInfo.InvariantCulture, $"The total of {total} channels is not {analog} + {digital}.")
            : lettered ? $"The total of channels is written as '{fields[0].Trim()}'."
            : null;
        counts = new(analog, digital, oddity);
        return true;
    }

    /// <summary>
    /// Parses the count of all channels. Some recorders append a letter to it, as to the others: <c>7A,7A,0D</c>.
    /// </summary>
    private static bool TryTotal(string text, out int total, out bool lettered)
    {
        lettered = !int.TryParse(text.Trim(), NumberStyles.None, CultureInfo.InvariantCulture, out total);
        return !lettered || TryCount(text, 'A', out total) || TryCount(text, 'D', out total);
    }

    private static bool TryCount(string text, char kind, out int count)
    {
        text = text.Trim();
        count = 0;
        return text.Length > 1
            && char.ToUpperInvariant(text[^1]) == kind
            && int.TryParse(text[..^1].Trim(), NumberStyles.None, CultureInfo.InvariantCulture, out count)
            && count <= ComtradeConfiguration.MaxChannels;
    }
}
