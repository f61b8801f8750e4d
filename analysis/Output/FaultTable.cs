using System.Globalization;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Formats losses, delays and dips by the faults of a sweep (<c>--fault</c>), one row per point with a fault.
/// <see cref="SpecialTables"/> lists it for <c>run</c>, <c>report</c> and pages, before the table of the points. It computes no
/// figure.
/// </summary>
public static class FaultTable
{
    /// <summary>Formats the table. Null for a sweep without a fault.</summary>
    public static TextTable? Of(SweepSummary summary) => PointTable.Of<FaultFigures>(
        string.Create(CultureInfo.InvariantCulture, $"Faults of the server; bound at {summary.Confidence:0.## %}"),
        summary,
        point => point.Fault is { } fault ? [fault] : [],
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
        ],
        [
            "Times and shares are medians of the trials after the warm-up: from the beginning of the fault to the first "
                + "acknowledgement after it, the lowest rate of a second, and until the rate was 90 % of that before.",
        ],
        last: SweepAxes.Fault);
}
