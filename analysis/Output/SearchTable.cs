using System.Globalization;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Formats the searches of a sweep (<c>--find</c>) as a table, one row per search. <see cref="SpecialTables"/> lists it for
/// <c>run</c>, <c>report</c> and pages, before the table of the rates that were tried. It computes no figure.
/// </summary>
public static class SearchTable
{
    /// <summary>Formats the table. Null for a sweep without a search.</summary>
    public static TextTable? Of(SweepSummary summary)
    {
        if (summary.Searches.Count == 0)
        {
            return null;
        }

        var first = summary.Searches[0];
        var axes = AxisColumns.Telling([.. summary.Searches.Select(search => search.Point)]);
        string Whole(double? value) => value is { } number ? NumberText.Whole(number) : string.Empty;
        return new TextTable
        {
            Title = string.Create(CultureInfo.InvariantCulture,
                $"Sustainable rate: {first.LimitWords()}; intervals at {summary.Confidence:0.## %}"),
            Headers = [.. axes.Select(axis => axis.Name), LoadWords.Unit(summary.Searches.Select(search => search.Point)),
                "low", "high", "+-%", "trials", "held", "ended"],
            RightAligned = [.. axes.Select(axis => axis.IsNumber), true, true, true, true, true, true, false],
            Rows =
            [
                .. summary.Searches.Select(search => (IReadOnlyList<string>)
                [
                    .. axes.Select(axis => axis.Value(search.Point)),
                    Whole(search.RecordsPerS),
                    Whole(search.IntervalRecordsPerS?.Low),
                    Whole(search.IntervalRecordsPerS?.High),
                    NumberText.Percent(search.HalfWidthShare),
                    NumberText.Whole(search.Steps.Count),
                    NumberText.Whole(search.Steps.Count(step => step.Holds == true)),
                    EnumWords.Spaced(search.End),
                ]),
            ],
            Notes =
            [
                "The rate is the one that holds the limit in half of all trials, by a Bayesian fit of all steps; the table below "
                    + "has each rate that was tried.",
            ],
        };
    }
}
