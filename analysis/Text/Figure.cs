using System.Globalization;

namespace DbIngest.Analysis.Text;

/// <summary>Figures as people read them. A missing value is an empty text.</summary>
internal static class Figure
{
    /// <summary>Grouped by thousands, no decimals.</summary>
    public static string Whole(double? value) => Format(value, "#,0");

    /// <summary>A share as per cent with one decimal.</summary>
    public static string Percent(double? share) => Format(share * 100, "0.0");

    /// <summary>Four significant digits, more or less.</summary>
    public static string Short(double? value) => Format(value, Math.Abs(value ?? 0) switch
    {
        < 10 => "0.000",
        < 100 => "0.00",
        < 1000 => "0.0",
        _ => "#,0",
    });

    private static string Format(double? value, string format) =>
        value?.ToString(format, CultureInfo.InvariantCulture) ?? string.Empty;
}
