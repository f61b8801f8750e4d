using System.Globalization;
using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Writes a sentence on the losses and delays by the faults of a point: <c>postgres kill after 20 s: 0 acknowledged records lost
/// in 5 kills: at most 45.1 % of kills at 95 %</c>. <c>AnswerSentences</c> and <c>FaultRules</c> (rule 34) call it. It computes
/// no figure.
/// </summary>
internal static class FaultSentences
{
    /// <summary>Writes a sentence for each point with a fault.</summary>
    public static IEnumerable<string> Of(SweepSummary summary)
    {
        var names = new PointNames([.. summary.Points.Select(point => point.Point)]);
        return summary.Points.Where(point => point.Fault is not null).Select(point =>
        {
            string name = names.Of(point.Point);
            string words = point.Point.Fault!.Words;
            return $"{(name.Contains(words, StringComparison.Ordinal) ? name : $"{name}, {words}")}: "
                + Of(point.Fault!, summary.Confidence, getsValues: point.Point.AddedValues is not null);
        });
    }

    /// <summary>Writes the figures of a point, with a full stop.</summary>
    /// <param name="fault">The figures.</param>
    /// <param name="confidence">Confidence level of the bound.</param>
    /// <param name="getsValues">True if the trials add values to their table as well.</param>
    public static string Of(FaultFigures fault, double confidence, bool getsValues)
    {
        if (fault.Happened == 0)
        {
            return "no trial had the fault, as each ended before it was due.";
        }

        string[] parts =
        [
            Losses(fault, confidence),
            .. fault.FirstAckAfterS is { } first ? [$"the first acknowledgement came after {DipSentence.Range(first)} s"]
                : Array.Empty<string>(),
            .. DipSentence.Of(fault.LowestShare, fault.DipS, fault.DipNotOver, getsValues) is { } dip ? [dip]
                : Array.Empty<string>(),
            .. fault.StartS is { } start ? [Restart(fault, start)] : Array.Empty<string>(),
        ];
        return string.Join("; ", parts) + ".";
    }

    private static string Restart(FaultFigures fault, SampleStatistics start) => fault.ServerEnded is { } ended
        ? $"the server ended in {ended} of them, and accepted clients {NumberText.Short(start.Median)} s after there was space "
            + "again"
        : fault.Kind == FaultKind.Partition
        ? $"the server accepted new clients {NumberText.Short(start.Median)} s after its network was whole again"
        : $"stopping took {NumberText.Short(fault.StopS?.Median)} s, starting with "
            + $"{NumberText.Rounded(fault.MeanRecordsBefore ?? 0)} records {NumberText.Short(start.Median)} s";

    private static string Losses(FaultFigures fault, double confidence)
    {
        string one = PlannedFault.NameOf(fault.Kind);
        return fault.LossShareMost is not { } most
            ? $"none of {NumberText.Count(fault.Happened, one)} was audited, so that losses are not known"
            : string.Create(CultureInfo.InvariantCulture,
                $"{(fault.WithLoss == 0 ? "0" : fault.LostRecords.ToString("#,0", CultureInfo.InvariantCulture))} acknowledged "
                + $"records lost in {(fault.WithLoss == 0 ? string.Empty : $"{fault.WithLoss} of ")}"
                + $"{NumberText.Count(fault.Audited, one)}: at most {most * 100:0.0} % of {one}s lose any, at "
                + $"{confidence * 100:0.##} %");
    }
}
