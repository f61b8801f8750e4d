using System.Globalization;

namespace DbIngest.Runner.Parsing;

/// <summary>
/// Parses a whole number of at least 0 with an optional decimal suffix: k (10^3), M (10^6), G (10^9). Every option that takes a
/// count is parsed by it. It never throws.
/// </summary>
internal static class WholeNumber
{
    /// <summary>Parses a number.</summary>
    /// <param name="text">The text.</param>
    /// <param name="number">The number.</param>
    /// <returns>True for a valid number that fits into 63 bits.</returns>
    public static bool TryParse(string text, out long number)
    {
        text = text.Trim();
        long unit = text.Length == 0 ? 1 : text[^1] switch
        {
            'k' or 'K' => 1_000,
            'M' or 'm' => 1_000_000,
            'G' or 'g' => 1_000_000_000,
            _ => 1,
        };
        string digits = unit == 1 ? text : text[..^1];
        if (!long.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out number) || number > long.MaxValue / unit)
        {
            number = 0;
            return false;
        }

        number *= unit;
        return true;
    }
}
