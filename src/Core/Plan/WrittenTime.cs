using System.Globalization;

namespace DbIngest.Core.Plan;

/// <summary>
/// Reads a length of time as users write it: a number with <c>us</c>, <c>ms</c>, <c>s</c>, <c>m</c> or <c>h</c>, as <c>50ms</c>
/// or <c>1.5h</c>. <see cref="LongSeconds"/> also reads days and years. Options, axes and gates that take a time use it. Journals
/// contain such texts, which must stay readable.
/// </summary>
public static class WrittenTime
{
    // Longer suffixes first: 5ms ends with s as well.
    private static readonly (string Suffix, double Seconds)[] Units =
        [("us", 1e-6), ("ms", 1e-3), ("s", 1), ("m", 60), ("h", 3600)];

    private static readonly (string Suffix, double Seconds)[] LongUnits = [("d", 86_400), ("y", 365 * 86_400)];

    /// <summary>Reads a time with its unit.</summary>
    /// <param name="text">The text. Case does not matter.</param>
    /// <returns>Seconds, 0 or more and finite. Null for any other text, including a number without a unit.</returns>
    public static double? Seconds(string text) => Of(text, Units);

    /// <summary>Reads how long something is kept: a time as <see cref="Seconds"/> reads it, or days or years.</summary>
    /// <param name="text">The text: a number with <c>d</c>, 24 h, or <c>y</c>, 365 days, besides the units of a time.</param>
    /// <returns>Seconds, 0 or more and finite. Null for any other text.</returns>
    public static double? LongSeconds(string text) => Of(text, LongUnits) ?? Seconds(text);

    /// <summary>Reads a time whose unit may be missing: then the number is seconds.</summary>
    /// <returns>Seconds, 0 or more and finite. Null for any other text.</returns>
    public static double? SecondsOrNumber(string text) => Seconds(text) ?? Number(text);

    private static double? Of(string text, (string Suffix, double Seconds)[] units)
    {
        foreach (var (suffix, seconds) in units)
        {
            if (text.EndsWith(suffix, StringComparison.OrdinalIgnoreCase))
            {
                double? time = Number(text[..^suffix.Length]) * seconds;
                return time is { } finite && double.IsFinite(finite) ? time : null;
            }
        }

        return null;
    }

    private static double? Number(string text) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double number)
            && double.IsFinite(number) ? number : null;
}
