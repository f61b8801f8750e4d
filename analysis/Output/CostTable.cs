using System.Globalization;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Formats what records cost (<c>--price</c>) as a table: one row per search if the result has searches, else one row per point.
/// <see cref="SpecialTables"/> and <c>ReportPage</c> call it. <c>run</c>, <c>report</c>, <c>compare</c> and their pages show the
/// table after the throughputs. It must compute no cost: <see cref="CostFigures"/> and <see cref="CostComparison"/> have them.
/// </summary>
public static class CostTable
{
    /// <summary>Formats the table. Null for a result without prices.</summary>
    public static TextTable? Of(SweepSummary summary)
    {
        (Point Point, CostFigures Cost)[] rows = summary.Searches.Count > 0
            ? [.. summary.Searches.Where(search => search.Cost is not null).Select(search => (search.Point, search.Cost!))]
            : [.. summary.Points.Where(point => point.Cost is not null).Select(point => (point.Point, point.Cost!))];
        if (rows.Length == 0)
        {
            return null;
        }

        var first = rows[0].Cost;
        string unit = first.Currency is { } currency ? currency + " " : string.Empty;
        (string Name, int Rank, Func<CostFigures, string> Value)[] columns =
        [
            ($"{unit}per hour", 0, cost => Money(cost.PerH)),
            ($"{unit}per million", 0, cost => Money(cost.PerMillion)),
            ("low", 0, cost => Money(cost.IntervalPerMillion?.Low)),
            ("high", 0, cost => Money(cost.IntervalPerMillion?.High)),
            (string.Create(CultureInfo.InvariantCulture, $"holds {first.MonthRecordsPerS ?? 0:#,0}/s"), 0, cost =>
                cost.MonthRecordsPerS is null || cost.PerMillion is null ? string.Empty
                    : cost.HoldsRate switch { true => "yes", false => "no", _ => "open" }),
            ($"{unit}per month", 0, cost => Money(cost.MonthMachines)),
            ($"{unit}storage of a month", 0, cost => Money(cost.MonthStorage)),
        ];
        return PointTable.Of<CostFigures>(
            "Cost",
            rows,
            AxisColumns.Telling([.. rows.Select(row => row.Point)]),
            [.. columns.Where(column => rows.Any(row => column.Value(row.Cost).Length > 0))],
            [
                $"The machines of the database for the time of a million acknowledged {Counted(rows.Select(row => row.Point))}"
                    + $"{Interval(summary)}; sources, network and people are not in it.",
                .. first.MonthRecordsPerS is null ? Array.Empty<string>() : [Month(rows.Any(row => row.Cost.MonthStorage > 0))],
                .. rows.Select(row => row.Cost.NotPriced).OfType<string>().Distinct().Select(why => $"Not priced: {why}."),
            ]);
    }

    /// <summary>
    /// Formats the costs of both sides of a comparison. Null if no common point or search has prices in one currency on both
    /// sides.
    /// </summary>
    public static TextTable? Of(Comparison comparison)
    {
        if (comparison.Costs.Count == 0)
        {
            return null;
        }

        string unit = comparison.Costs[0].Currency is { } currency ? $" {currency}" : string.Empty;
        return PointTable.Of<CostComparison>(
            $"Cost of a million {Counted(comparison.Costs.Select(cost => cost.A))}"
                + (unit.Length > 0 ? $" in{unit}" : string.Empty),
            [.. comparison.Costs.Select(cost => (cost.A, cost))],
            AxisColumns.Varying([.. comparison.Costs.Select(cost => cost.A)]),
            [
                ("A", 0, cost => Money(cost.APerMillion)),
                ("B", 0, cost => Money(cost.BPerMillion)),
                ("B/A", 0, cost => NumberText.Short(cost.Ratio)),
                ("low", 0, cost => NumberText.Short(cost.RatioInterval?.Low)),
                ("high", 0, cost => NumberText.Short(cost.RatioInterval?.High)),
            ],
            ["The ratio is that of the prices of an hour, divided by that of the throughputs; below 1, B is cheaper."]);
    }

    private static string Counted(IEnumerable<Point> points) =>
        LoadWords.Unit(points).Replace("/s", string.Empty, StringComparison.Ordinal);

    private static string Interval(SweepSummary summary) =>
        summary.Searches.Count > 0 ? " at the sustainable rate" : string.Empty;

    private static string Month(bool hasStorage) => string.Create(CultureInfo.InvariantCulture,
        $"A month has {CostFigures.HoursOfMonth:0} hours, busy or not. A point that does not hold the rate has no month; one ")
        + "whose interval contains it, or that keeps up with fewer records that arrive, is open."
        + (hasStorage ? " Storage is that of one month's records for one month: each further month that is kept adds as much."
            : string.Empty);

    /// <summary>
    /// Formats an amount: without decimals from 100 on, with two decimals from 1 to 100 and for 0, and with three significant
    /// digits below 1, because a million records may cost very little. Null gives an empty text.
    /// </summary>
    private static string Money(double? amount)
    {
        if (amount is not { } number)
        {
            return string.Empty;
        }

        int decimals = number is > 0 and < 1 ? Math.Min(15, 2 - (int)Math.Floor(Math.Log10(number))) : number < 100 ? 2 : 0;
        return number.ToString("N" + decimals.ToString(CultureInfo.InvariantCulture), CultureInfo.InvariantCulture);
    }
}
