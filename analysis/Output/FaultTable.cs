using System.Globalization;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Formats what the faults of a sweep did (<c>--fault</c>), one row per point with a fault. <see cref="SpecialTables"/> lists it
/// for <c>run</c>, <c>report</c> and pages, before the table of the points. It computes no figure.
/// </summary>
public static class FaultTable
{
    /// <summary>Formats the table. Null for a sweep without a fault.</summary>
    public static TextTable? Of(SweepSummary summary)
    {
        PointSummary[] points = [.. summary.Points.Where(point => point.Fault is not null)];
        if (points.Length == 0)
        {
            return null;
        }

        (string Name, int Rank, Func<FaultFigures, string> Value)[] columns =
        [
            ("faults", 0, fault => NumberText.Whole(fault.Happened)),
            ("lost", 0, fault => fault.Audited == 0 ? string.Empty : NumberText.Whole(fault.LostRecords)),
            ("lose at most %", 0, fault => NumberText.Percent(fault.LossShareMost)),
            ("first ack s", 0, fault => NumberText.Short(fault.FirstAckAfterS?.Median)),
            ("longest s", 2, fault => NumberText.Short(fault.FirstAckAfterS?.Max)),
            ("lowest %", 1, fault => NumberText.Percent(fault.LowestShare?.Median)),
            ("dip s", 1, fault => NumberText.Short(fault.DipS?.Median)),
            ("stop s", 3, fault => NumberText.Short(fault.StopS?.Median)),
            ("start s", 3, fault => NumberText.Short(fault.StartS?.Median)),
            ("retries", 4, fault => NumberText.Whole(fault.MeanRetries)),
        ];
        return PointTable.Of(
            string.Create(CultureInfo.InvariantCulture, $"Faults of the server; bound at {summary.Confidence:0.## %}"),
            points,
            [
                .. AxisColumns.Telling([.. summary.Points.Select(point => point.Point)])
                    .Where(axis => axis.Name != SweepAxes.Fault.Name),
                (SweepAxes.Fault.Name, false, point => SweepAxes.Fault.Text(point.Axes)!),
            ],
            [.. columns.Select(column => (
                column.Name, column.Rank, (Func<PointSummary, string>)(point => column.Value(point.Fault!))))],
            [
                "Times and shares are medians of the trials after the warm-up: from the beginning of the fault to the first "
                    + "acknowledgement after it, the lowest rate of a second, and until the rate was 90 % of that before.",
            ]);
    }
}
