using DbIngest.Analysis.Statistics;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// The effect of adding values to the table of a point (<c>--add-values</c>), over the complete trials after the warm-up.
/// <see cref="PointSummaries"/> computes it.
/// </summary>
/// <remarks><c>summary.json</c> contains the members, so none may be renamed.</remarks>
public sealed record AdditionFigures
{
    /// <summary>Values that each trial was to add.</summary>
    public required int Values { get; init; }

    /// <summary>Trials whose table got the values.</summary>
    public required int Happened { get; init; }

    /// <summary>Trials that ended before the values were due. No record of them has the values.</summary>
    public required int NotHappened { get; init; }

    /// <summary>
    /// Trials among <see cref="Happened"/> whose table got the values after their last record was taken: no record has them.
    /// </summary>
    public required int AfterLastRecord { get; init; }

    /// <summary>Seconds that the database took to add the values.</summary>
    public required SampleStatistics? TookS { get; init; }

    /// <summary>Lowest rate over one second after the addition began, as a share of the rate before.</summary>
    public required SampleStatistics? LowestShare { get; init; }

    /// <summary>Seconds from the beginning of the addition until the rate was 90 % of that before.</summary>
    public required SampleStatistics? DipS { get; init; }

    /// <summary>
    /// Trials with the values that ended, or had their fault, before their rate was again 90 % of that before. Without those of
    /// <see cref="AfterLastRecord"/> and those whose rate before is unknown. 0 if <c>--rate</c> has stages.
    /// </summary>
    public required int DipNotOver { get; init; }

    /// <summary>Mean number of records that were sent with the values.</summary>
    public required double? MeanRecords { get; init; }

    /// <summary>Computes the figures.</summary>
    /// <param name="trials">The trials of the point, of any status.</param>
    /// <returns>Null for a point that adds no values.</returns>
    internal static AdditionFigures? Of(PointTrials trials)
    {
        if (trials.Point.AddedValues is not { } added)
        {
            return null;
        }

        AdditionResult[] measured =
        [
            .. trials.All.Where(trial => !trial.WarmUp && trial.Status == TrialStatus.Complete)
                .Select(trial => trial.Addition).OfType<AdditionResult>(),
        ];
        AdditionResult[] happened = [.. measured.Where(addition => addition.Happened)];

        // Older results have a dip there too, which a slower stage may have made.
        AdditionResult[] dipped = trials.Point.Rate is { Stages.Count: > 0 } ? [] : happened;
        return new AdditionFigures
        {
            Values = added.Count,
            Happened = happened.Length,
            NotHappened = measured.Length - happened.Length,
            AfterLastRecord = happened.Count(addition => addition.Records == 0),
            TookS = Over(happened, addition => addition.TookS),
            LowestShare = Over(dipped, addition => addition.LowestShare),
            DipS = Over(dipped, addition => addition.DipS),
            DipNotOver = dipped.Count(addition => addition is { RecordsPerSBefore: not null, Records: > 0, DipS: null }),
            MeanRecords = happened.Length == 0 ? null : happened.Average(addition => addition.Records),
        };
    }

    private static SampleStatistics? Over(IEnumerable<AdditionResult> additions, Func<AdditionResult, double?> value) =>
        SampleStatistics.OfAny([.. additions.Select(value).OfType<double>()]);
}
