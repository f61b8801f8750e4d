using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Compare;

/// <summary>A point on one side of a comparison: as it came out in each run of that side.</summary>
/// <param name="Runs">Its summaries, one a run; at least one.</param>
internal sealed record PointSide(IReadOnlyList<PointSummary> Runs)
{
    public Point Point => Runs[0].Point;

    /// <summary>Runs that have a throughput above 0.</summary>
    public IReadOnlyList<PointSummary> Usable { get; } = [.. Runs.Where(run => run is { ElapsedS: not null, Throughput.RecordsPerS: > 0 })];

    public bool IsMissing => Usable.Count == 0;

    public int Trials => Runs.Sum(run => run.Trials.Measured);

    /// <summary>Mean of the runs' mean times.</summary>
    public double MeanS => Usable.Average(run => run.ElapsedS!.Mean);

    /// <summary>Records / mean time; null without a usable run.</summary>
    public double? RecordsPerS => IsMissing ? null : Usable.Average(run => run.Throughput!.RecordsPerS * run.ElapsedS!.Mean) / MeanS;

    /// <summary>The times of each run in the order in which they ran.</summary>
    public IEnumerable<IReadOnlyList<double>> Series => Usable.Select(run => (IReadOnlyList<double>)TrialTimes.Of(run));

    /// <summary>The coefficient of variation of what is repeated: of the runs' means, or of one run's trials; null when nothing is.</summary>
    public double? Cv => Usable.Count switch
    {
        0 => null,
        1 => Usable[0].ElapsedS!.Cv,
        _ => SampleStatistics.Of([.. Usable.Select(run => run.ElapsedS!.Mean)]).Cv,
    };
}
