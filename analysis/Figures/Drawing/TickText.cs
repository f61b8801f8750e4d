using System.Globalization;

namespace DbIngest.Analysis.Figures.Drawing;

/// <summary>Numbers as axes show them: <c>0</c>, <c>250k</c>, <c>1.5M</c>, <c>0.02</c>.</summary>
internal static class TickText
{
    private static readonly (double Factor, string Suffix)[] Suffixes = [(1e9, "G"), (1e6, "M"), (1e3, "k")];

    /// <summary>A tick's number, with as many decimals as the step between ticks needs.</summary>
    /// <param name="value">The number.</param>
    /// <param name="step">The distance to the next.</param>
    public static string Of(double value, double step)
    {
        if (value == 0)
        {
            return "0";
        }

        var (factor, suffix) = Suffixes.FirstOrDefault(s => Math.Abs(value) >= s.Factor, (1, string.Empty));
        return Decimals(value / factor, step / factor) + suffix;
    }

    /// <summary>A number with the fewest significant digits, up to three, that tell it.</summary>
    public static string Of(double value) => Of(value, Math.Pow(10, Math.Floor(Math.Log10(Math.Max(1e-300, Math.Abs(value)))) - 2));

    private static string Decimals(double value, double step)
    {
        int decimals = Math.Clamp((int)-Math.Floor(Math.Log10(step) + 1e-9), 0, 9);
        return value.ToString("0." + new string('#', decimals), CultureInfo.InvariantCulture);
    }
}
