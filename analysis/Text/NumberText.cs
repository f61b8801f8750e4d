using System.Globalization;

namespace DbIngest.Analysis.Text;

/// <summary>
/// Formats numbers for readers, in the invariant culture. All tables, figures and sentences of the analysis use it. Files for
/// programs must write numbers in full instead. Null gives an empty text.
/// </summary>
internal static class NumberText
{
    private const double SmallestP = 0.0001;
    private const int MostDecimals = 6;

    /// <summary>Figures have no decimals from here on, however narrow their interval is.</summary>
    private const double WholeFrom = 1000;

    /// <summary>A whole number, grouped by thousands.</summary>
    public static string Whole(double? value) => Format(value, "#,0");

    /// <summary>A share as per cent with one decimal.</summary>
    public static string Percent(double? share) => Format(share * 100, "0.0");

    /// <summary>About four significant digits.</summary>
    public static string Short(double? value) => Format(value, Math.Abs(value ?? 0) switch
    {
        < 10 => "0.000",
        < 100 => "0.00",
        < 1000 => "0.0",
        _ => "#,0",
    });

    /// <summary>Three significant digits with the suffix k, M or G from 9,995 on: <c>1.12 M</c>.</summary>
    public static string Rounded(double value) => RoundedAs(value, value) + Unit(value).Suffix;

    /// <summary>
    /// Three significant digits in the unit that <see cref="Rounded"/> would give <paramref name="other"/>, without the suffix.
    /// </summary>
    public static string RoundedAs(double other, double value)
    {
        double scaled = value / Unit(other).Factor;
        return Math.Abs(scaled) < 9.995 ? Ratio(scaled)
            : scaled.ToString(Math.Abs(scaled) < 99.95 ? "0.0" : "#,0", CultureInfo.InvariantCulture);
    }

    /// <summary>
    /// A ratio with two decimals, and below 1 with three significant digits in up to six decimals: <c>2.36</c>, <c>0.0123</c>.
    /// </summary>
    public static string Ratio(double value)
    {
        int decimals = Math.Abs(value) is > 0 and < 0.9995 and var size
            ? Math.Clamp(2 - (int)Math.Floor(Math.Log10(size)), 2, MostDecimals) : 2;
        return value.ToString("0." + new string('0', decimals), CultureInfo.InvariantCulture);
    }

    /// <summary>A range of ratios: <c>0.951 to 1.02</c>.</summary>
    public static string Ratios(double low, double high) => $"{Ratio(low)} to {Ratio(high)}";

    /// <summary>Levels of intervals: <c>95 %</c>, or <c>90 % to 95 %</c> where they differ.</summary>
    /// <param name="confidences">At least one.</param>
    public static string Levels(IEnumerable<double> confidences)
    {
        string[] levels =
            [.. confidences.Distinct().Order().Select(level => level.ToString("0.## %", CultureInfo.InvariantCulture))];
        return levels.Length == 1 ? levels[0] : $"{levels[0]} to {levels[^1]}";
    }

    /// <summary>A count with its noun: <c>1 measured trial</c>, <c>3 measured trials</c>.</summary>
    /// <param name="count">Decides between singular and plural.</param>
    /// <param name="one">Singular noun.</param>
    /// <param name="many">Plural noun; null appends an <c>s</c> to the singular.</param>
    public static string Count(long count, string one, string? many = null) =>
        count.ToString(CultureInfo.InvariantCulture) + " " + (count == 1 ? one : many ?? one + "s");

    /// <summary>A p-value: <c>p = 0.0312</c>, and <c>p &lt; 0.0001</c> where four decimals would say that it is 0.</summary>
    public static string P(double p) => p < SmallestP
        ? string.Create(CultureInfo.InvariantCulture, $"p < {SmallestP}")
        : string.Create(CultureInfo.InvariantCulture, $"p = {p:0.####}");

    /// <summary>
    /// A number with the digits that its interval supports: two digits of the distance to the nearer bound, three digits without
    /// an interval. It has decimals below 1,000 only.
    /// </summary>
    public static string Borne(double? value, double? low, double? high) => Borne(value, value, low, high);

    /// <summary>A bound of an interval, rounded like the figure of that interval.</summary>
    /// <param name="value">The bound to format.</param>
    /// <param name="of">The figure within the interval.</param>
    /// <param name="low">Lower bound; null without an interval.</param>
    /// <param name="high">Upper bound; null without an interval.</param>
    public static string Borne(double? value, double? of, double? low, double? high)
    {
        if (value is not { } number || of is not { } figure)
        {
            return string.Empty;
        }

        double size = low is { } from && high is { } to ? Math.Min(figure - from, to - figure) / 10 : Math.Abs(figure) / 100;
        double least = figure == 0 ? 1 : Math.Min(1, Math.Abs(figure) / WholeFrom);
        int exponent = (int)Math.Floor(Math.Log10(Math.Max(size, least)));
        double unit = Math.Pow(10, exponent);
        return Format(Math.Round(number / unit) * unit, exponent < 0 ? "#,0." + new string('0', -exponent) : "#,0");
    }

    private static (double Factor, string Suffix) Unit(double value) => Math.Abs(value) switch
    {
        >= 999.5e6 => (1e9, " G"),
        >= 999.5e3 => (1e6, " M"),
        >= 9_995 => (1e3, " k"),
        _ => (1, string.Empty),
    };

    private static string Format(double? value, string format) =>
        value?.ToString(format, CultureInfo.InvariantCulture) ?? string.Empty;
}
