using System.Globalization;

namespace DbIngest.Analysis.Figures.Drawing;

/// <summary>
/// Formats the numbers of axes: <c>0</c>, <c>250k</c>, <c>1.5M</c>, <c>0.02</c>. <see cref="LinearScale"/>,
/// <see cref="LogScale"/> and <see cref="SingleValueScale"/> use it for ticks, <c>LineFigures</c> for the descriptions of figures
/// and <c>ScoreFigures</c> for heads of columns. Tables format numbers by <c>NumberText</c>.
/// </summary>
internal static class TickText
{
    private static readonly (double Factor, string Suffix)[] Suffixes = [(1e9, "G"), (1e6, "M"), (1e3, "k")];

    /// <summary>Formats the number of a tick, with as many decimals as the step needs.</summary>
    public static string Of(double value, double step)
    {
        if (value == 0)
        {
            return "0";
        }

        var (factor, suffix) = Suffixes.FirstOrDefault(s => Math.Abs(value) >= s.Factor, (1, string.Empty));
        return Decimals(value / factor, step / factor) + suffix;
    }

    /// <summary>Formats a number with at most three significant digits.</summary>
    public static string Of(double value) =>
        Of(value, Math.Pow(10, Math.Floor(Math.Log10(Math.Max(1e-300, Math.Abs(value)))) - 2));

    private static string Decimals(double value, double step)
    {
        int decimals = Math.Clamp((int)-Math.Floor(Math.Log10(step) + 1e-9), 0, 9);
        return value.ToString("0." + new string('#', decimals), CultureInfo.InvariantCulture);
    }
}
