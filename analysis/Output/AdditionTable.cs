using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Formats the table of <c>--add-values</c>: one row per point whose trials add values to their table, with the time that the
/// database took and the dip of the rate. <see cref="SpecialTables"/> puts it before the table of the points, for <c>run</c>,
/// <c>report</c> and their pages. It computes no figure.
/// </summary>
public static class AdditionTable
{
    /// <summary>Formats the table. Null for a sweep that adds no values.</summary>
    public static TextTable? Of(SweepSummary summary) => PointTable.Of<AdditionFigures>(
        "Values added to the table",
        summary,
        point => point.Addition is { } added ? [added] : [],
        [
            ("trials", 0, added => NumberText.Whole(added.Happened)),
            ("took s", 0, added => NumberText.Short(added.TookS?.Median)),
            ("longest s", 2, added => NumberText.Short(added.TookS?.Max)),
            ("lowest %", 0, added => NumberText.Percent(added.LowestShare?.Median)),
            ("dip s", 0, added => NumberText.Short(added.DipS?.Median)),
            ("records with them", 3, added => NumberText.Whole(added.MeanRecords)),
        ],
        [
            "Medians of the complete trials after the warm-up that lasted until the values were due: the time that the "
                + "database took to add them, the lowest rate in a second after they were due, and the time until the rate was "
                + "back at 90 % of the rate before.",
        ],
        last: SweepAxes.AddedValues);
}
