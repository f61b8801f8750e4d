using DbIngest.Analysis.Statistics;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// Losses, delays and dips by the faults of a point (<c>--fault</c>). Losses count over every fault that happened, warm-up
/// included, whatever the status of its trial. Times and dips count only trials after the warm-up whose server came back.
/// </summary>
/// <remarks>
/// <see cref="PointSummaries"/> computes it; rule 34 judges it. <c>summary.json</c> contains the members, so none may be renamed.
/// </remarks>
public sealed record FaultFigures
{
    /// <summary>Kind of fault of the server.</summary>
    public required FaultKind Kind { get; init; }

    /// <summary>Faults that happened.</summary>
    public required int Happened { get; init; }

    /// <summary>Trials that ended before their fault was due. They do not count as trials with the fault.</summary>
    public required int NotHappened { get; init; }

    /// <summary>Faults after which the server did not accept clients again, or nothing was acknowledged any more.</summary>
    public required int NotBack { get; init; }

    /// <summary>Faults whose trial was audited: only an audit shows losses.</summary>
    public required int Audited { get; init; }

    /// <summary>Audited faults after which acknowledged records were missing.</summary>
    public required int WithLoss { get; init; }

    /// <summary>Acknowledged records that were missing, over all audited faults.</summary>
    public required long LostRecords { get; init; }

    /// <summary>
    /// Largest share of faults that may lose acknowledged records: the one-sided upper bound of Clopper and Pearson, at the
    /// confidence of the sweep. Null without an audited fault.
    /// </summary>
    public required double? LossShareMost { get; init; }

    /// <summary>Seconds from the beginning of the fault to the first acknowledgement after it.</summary>
    public required SampleStatistics? FirstAckAfterS { get; init; }

    /// <summary>Lowest rate over one second after the fault, as a share of the rate before.</summary>
    public required SampleStatistics? LowestShare { get; init; }

    /// <summary>Seconds from the beginning of the fault until the rate was 90 % of that before.</summary>
    public required SampleStatistics? DipS { get; init; }

    /// <summary>
    /// Trials whose server came back and that ended, or began to add values, before their rate was again 90 % of that before the
    /// fault. Without those whose rate before is unknown. 0 if <c>--rate</c> has stages.
    /// </summary>
    public required int DipNotOver { get; init; }

    /// <summary>Faults during which the server ended because its disk was full. Null for other faults.</summary>
    public required int? ServerEnded { get; init; }

    /// <summary>
    /// Seconds from the beginning of the fault until the server had ended or stood still, its disk was full, or its network was
    /// cut.
    /// </summary>
    public required SampleStatistics? StopS { get; init; }

    /// <summary>
    /// Seconds until the server accepted clients, from its start, or from the moment when its disk had space or its network was
    /// whole again. Null for a pause.
    /// </summary>
    public required SampleStatistics? StartS { get; init; }

    /// <summary>Mean number of records acknowledged before the fault: the data with which the server started again.</summary>
    public required double? MeanRecordsBefore { get; init; }

    /// <summary>Mean number of attempts after a failure per trial.</summary>
    public required double? MeanRetries { get; init; }

    /// <summary>Computes the figures.</summary>
    /// <param name="trials">The trials of the point, of any status.</param>
    /// <param name="confidence">Confidence level of the sweep.</param>
    /// <returns>Null for a point without a fault.</returns>
    internal static FaultFigures? Of(PointTrials trials, double confidence)
    {
        if (trials.Point.Fault is not { } fault)
        {
            return null;
        }

        var happened = trials.All.Where(trial => trial.Fault is { Happened: true }).ToList();
        var audited = happened.Where(trial => trial.Fault!.LostRecords is not null).ToList();
        var back = happened.Where(trial => !trial.WarmUp && IsBack(trial.Fault!)).ToList();
        int withLoss = audited.Count(trial => trial.Fault!.LostRecords > 0);

        // Older results have a dip there too, which a slower stage may have made.
        List<TrialResult> dipped = trials.Point.Rate is { Stages.Count: > 0 } ? [] : back;
        return new FaultFigures
        {
            Kind = fault.Kind,
            Happened = happened.Count,
            NotHappened = trials.All.Count(trial => trial.Fault is { Happened: false }),
            NotBack = happened.Count(trial => !IsBack(trial.Fault!)),
            Audited = audited.Count,
            WithLoss = withLoss,
            LostRecords = audited.Sum(trial => trial.Fault!.LostRecords!.Value),
            LossShareMost = audited.Count == 0 ? null : BinomialBound.Upper(withLoss, audited.Count, confidence),
            FirstAckAfterS = Over(back, found => found.FirstAckAfterS),
            LowestShare = Over(dipped, found => found.LowestShare),
            DipS = Over(dipped, found => found.DipS),
            DipNotOver = dipped.Count(trial => trial.Fault is { RecordsPerSBefore: not null, DipS: null }),
            ServerEnded = fault.Kind == FaultKind.DiskFull ? happened.Count(trial => trial.Fault!.ServerEnded == true) : null,
            StopS = Over(back, found => found.StoppedS - found.BeganS),
            StartS = Over(back, found => found.AcceptedS - found.StartedS),
            MeanRecordsBefore = back.Average(trial => trial.Fault!.AcknowledgedRecordsBefore),
            MeanRetries = back.Count == 0 ? null : back.Average(trial => trial.Retries),
        };
    }

    private static bool IsBack(FaultResult fault) =>
        fault.FirstAckAfterS is not null && (fault.Kind == FaultKind.Pause || fault.AcceptedS is not null);

    private static SampleStatistics? Over(IEnumerable<TrialResult> trials, Func<FaultResult, double?> value) =>
        SampleStatistics.OfAny([.. trials.Select(trial => value(trial.Fault!)).OfType<double>()]);
}
