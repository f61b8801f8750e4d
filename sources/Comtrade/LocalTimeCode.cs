using System.Globalization;

namespace DbIngest.Sources.Comtrade;

/// <summary>
/// Parses the time code of revision 2013: local time less UTC as <c>-4</c>, <c>+10h30</c> or <c>0</c>. <c>x</c> (some recorders:
/// <c>NA</c>) means that it does not apply. <see cref="ConfigurationParser"/> reads the file's by it,
/// <see cref="ComtradeOptions"/> the user's. Pure function.
/// </summary>
internal static class LocalTimeCode
{
    // No zone is further from UTC.
    private const int MaxHours = 14;

    /// <summary>Parses a time code. False when the text is not one.</summary>
    /// <param name="offset">Local time less UTC; null when the code is empty or does not apply.</param>
    public static bool TryParse(string text, out TimeSpan? offset)
    {
        offset = null;
        if (text.Length == 0 || text.ToUpperInvariant() is "X" or "NA" or "N/A")
        {
            return true;
        }

        bool negative = text[0] == '-';
        string digits = text[0] is '-' or '+' ? text[1..] : text;
        int separator = digits.IndexOfAny(['h', 'H', ':']);
        string hourText = separator < 0 ? digits : digits[..separator];
        string minuteText = separator < 0 ? "0" : digits[(separator + 1)..];
        if (!int.TryParse(hourText, NumberStyles.None, CultureInfo.InvariantCulture, out int hours) || hours > MaxHours
            || !int.TryParse(minuteText, NumberStyles.None, CultureInfo.InvariantCulture, out int minutes) || minutes > 59)
        {
            return false;
        }

        var magnitude = new TimeSpan(hours, minutes, 0);
        offset = negative ? -magnitude : magnitude;
        return magnitude.TotalHours <= MaxHours;
    }
}
