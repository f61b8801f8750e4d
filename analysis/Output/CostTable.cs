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
        var axes = AxisColumns.Telling([.. rows.Select(row => row.Point)]);
        string unit = first.Currency is { } currency ? currency + " " : string.Empty;
        (string Name, Func<CostFigures, string> Value)[] columns =
        [
            ($"{unit}per hour", cost => Money(cost.PerH)),
            ($"{unit}per million", cost => Money(cost.PerMillion)),
            ("low", cost => Money(cost.IntervalPerMillion?.Low)),
            ("high", cost => Money(cost.IntervalPerMillion?.High)),
            (string.Create(CultureInfo.InvariantCulture, $"holds {first.MonthRecordsPerS ?? 0:#,0}/s"), cost =>
                cost.MonthRecordsPerS is null || cost.PerMillion is null ? string.Empty
                    : cost.HoldsRate switch { true => "yes", false => "no", _ => "open" }),
            ($"{unit}per month", cost => Money(cost.MonthMachines)),
            ($"{unit}storage of a month", cost => Money(cost.MonthStorage)),
        ];
        var shown = columns.Where(column => rows.Any(row => column.Value(row.Cost).Length > 0)).ToList();
        return new TextTable
        {
            Title = "Cost",
            Headers = [.. axes.Select(axis => axis.Name), .. shown.Select(column => column.Name)],
            RightAligned = [.. axes.Select(axis => axis.IsNumber), .. shown.Select(_ => true)],
            Rows = [.. rows.Select(row => (IReadOnlyList<string>)
                [.. axes.Select(axis => axis.Value(row.Point)), .. shown.Select(column => column.Value(row.Cost))])],
            Notes =
            [
                $"The machines of the database for the time of a million acknowledged records{Interval(summary)}; sources, "
                    + "network and people are not in it.",
                .. first.MonthRecordsPerS is null ? Array.Empty<string>() : [Month(rows.Any(row => row.Cost.MonthStorage > 0))],
                .. rows.Select(row => row.Cost.NotPriced).OfType<string>().Distinct().Select(why => $"Not priced: {why}."),
            ],
        };
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

        var axes = AxisColumns.Varying([.. comparison.Costs.Select(cost => cost.A)]);
        string unit = comparison.Costs[0].Currency is { } currency ? $" {currency}" : string.Empty;
        return new TextTable
        {
            Title = $"Cost of a million records{(unit.Length > 0 ? $" in{unit}" : string.Empty)}",
            Headers = [.. axes.Select(axis => axis.Name), "A", "B", "B/A", "low", "high"],
            RightAligned = [.. axes.Select(axis => axis.IsNumber), true, true, true, true, true],
            Rows = [.. comparison.Costs.Select(cost => (IReadOnlyList<string>)
            [
                .. axes.Select(axis => axis.Value(cost.A)), Money(cost.APerMillion), Money(cost.BPerMillion),
                NumberText.Short(cost.Ratio), NumberText.Short(cost.RatioInterval?.Low),
                NumberText.Short(cost.RatioInterval?.High),
            ])],
            Notes = ["The ratio is that of the prices of an hour, divided by that of the throughputs; below 1, B is cheaper."],
        };
    }

    private static string Interval(SweepSummary summary) =>
        summary.Searches.Count > 0 ? " at the sustainable rate" : string.Empty;

    private static string Month(bool hasStorage) => string.Create(CultureInfo.InvariantCulture,
        $"A month has {CostFigures.HoursOfMonth:0} hours, busy or not. A point that does not hold the rate has no month; one ")
        + "whose interval contains it is open."
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
