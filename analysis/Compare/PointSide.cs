using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Compare;

/// <summary>
/// One point on one side of a comparison, as measured in each run of that side. <see cref="PointMatching"/> creates it; ratios
/// read their figures from it.
/// </summary>
/// <param name="Runs">Summaries of the point, one per run; at least one.</param>
internal sealed record PointSide(IReadOnlyList<PointSummary> Runs)
{
    public Point Point => Runs[0].Point;

    /// <summary>Runs with a throughput above 0.</summary>
    public IReadOnlyList<PointSummary> Usable { get; } =
        [.. Runs.Where(run => run is { ElapsedS: not null, Throughput.RecordsPerS: > 0 })];

    /// <summary>True without a usable run. <see cref="MeanS"/> then throws.</summary>
    public bool IsMissing => Usable.Count == 0;

    public int Trials => Runs.Sum(run => run.Trials.Measured);

    /// <summary>Mean of the usable runs' mean times, in seconds.</summary>
    public double MeanS => Usable.Average(run => run.ElapsedS!.Mean);

    /// <summary>Records / mean time; null without a usable run.</summary>
    public double? RecordsPerS => IsMissing ? null
        : Usable.Average(run => run.Throughput!.RecordsPerS * run.ElapsedS!.Mean) / MeanS;

    /// <summary>Times of each usable run in seconds, in the order in which the trials ran.</summary>
    public IEnumerable<IReadOnlyList<double>> Series => Usable.Select(run => (IReadOnlyList<double>)TrialTimes.Of(run));

    /// <summary>
    /// Coefficient of variation of the usable runs' means, or of the trials of the only usable run; null without repetition.
    /// </summary>
    public double? Cv => Usable.Count switch
    {
        0 => null,
        1 => Usable[0].ElapsedS!.Cv,
        _ => SampleStatistics.Of([.. Usable.Select(run => run.ElapsedS!.Mean)]).Cv,
    };
}
