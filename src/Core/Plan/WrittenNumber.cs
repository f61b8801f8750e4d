using System.Globalization;

namespace DbIngest.Core.Plan;

/// <summary>
/// Reads a number as users write it, with <c>k</c>, <c>M</c> or <c>G</c> for a thousand, a million or a thousand millions:
/// <c>10k</c>, <c>1.5M</c>. Options for whole numbers, rates, prices and gates read their values by it. It computes in decimal,
/// so that a value is exact.
/// </summary>
public static class WrittenNumber
{
    private static readonly (char Suffix, decimal Factor)[] Suffixes = [('k', 1e3m), ('m', 1e6m), ('g', 1e9m)];

    /// <summary>Reads a number.</summary>
    /// <param name="text">The text. Case does not matter, neither do blanks around it or before the suffix.</param>
    /// <returns>The number, 0 or more and exact. Null for any other text.</returns>
    public static decimal? Of(string text)
    {
        string rest = text.Trim();
        var (suffix, factor) = Suffixes.FirstOrDefault(
            known => rest.Length > 0 && char.ToLowerInvariant(rest[^1]) == known.Suffix, (' ', 1));
        string digits = suffix == ' ' ? rest : rest[..^1].TrimEnd();
        return decimal.TryParse(digits, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out decimal number)
            && number <= decimal.MaxValue / factor ? number * factor : null;
    }

    /// <summary>Reads a whole number.</summary>
    /// <param name="text">The text: <c>1500</c>, <c>1.5k</c>.</param>
    /// <returns>The number, 0 to the largest of 63 bits. Null for any other text.</returns>
    public static long? Whole(string text) =>
        Of(text) is { } number && number == decimal.Truncate(number) && number <= long.MaxValue ? (long)number : null;
}
