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

    /// <summary>Three significant digits and a unit of thousands: <c>1.12 M</c>.</summary>
    public static string Rounded(double value) => RoundedAs(value, value) + Unit(value).Suffix;

    /// <summary>The same in the unit that another number has, without naming it.</summary>
    public static string RoundedAs(double other, double value)
    {
        double scaled = value / Unit(other).Factor;
        return scaled.ToString(Math.Abs(scaled) switch { < 9.995 => "0.00", < 99.95 => "0.0", _ => "#,0" }, CultureInfo.InvariantCulture);
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
