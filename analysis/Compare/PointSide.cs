using System.Globalization;
using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Compare;

/// <summary>
/// One point on one side of a comparison, as measured in each run of that side. <see cref="PointMatching"/>,
/// <see cref="History"/> and <see cref="ThroughputRatio"/> create it, and ratios read their figures from it. A run of which a
/// trial failed its audit still gives figures, those of its other trials: <see cref="FailedAudit"/> says so. Only runs with a
/// throughput count (<see cref="Usable"/>).
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

    /// <summary>What the failed audits of the runs found. Null if no audit failed.</summary>
    public string? FailedAudit
    {
        get
        {
            var failed = Runs.Where(run => run.Audit.Verdict == AuditVerdict.Failed).ToList();
            return failed.Count == 0 ? null : string.Create(CultureInfo.InvariantCulture,
                $"{NumberText.Count(failed.Sum(run => run.Trials.Invalid), "trial")} invalid: "
                + $"{failed.Sum(run => run.Audit.MissingRecords)} records missing, "
                + $"{failed.Sum(run => run.Audit.DuplicateRecords)} duplicate, "
                + $"{failed.Sum(run => run.Audit.ForeignRecords)} foreign");
        }
    }

    public int Trials => Runs.Sum(run => run.Trials.Measured);

    /// <summary>Mean of the usable runs' mean times, in seconds.</summary>
    public double MeanS => RunTimes.Average();

    /// <summary>Records / mean time; null without a usable run.</summary>
    public double? RecordsPerS => IsMissing ? null : MeanRecords / MeanS;

    /// <summary>
    /// Times of each usable run in seconds, in the order in which the trials ran, for their dependence on each other. Runs of
    /// several blocks are left out: the levels of their deployments would pass for dependence, and blocks repeat, not trials.
    /// </summary>
    public IEnumerable<IReadOnlyList<double>> Series => Usable.Where(run => !run.Trials.AreOfBlocks)
        .Select(run => (IReadOnlyList<double>)TrialTimes.Of(run));

    /// <summary>True when the only usable run has several blocks, also where one alone of them has trials.</summary>
    public bool HasBlocks => Usable is [{ Trials.AreOfBlocks: true }];

    /// <summary>
    /// False when the times of the only usable run do not say how much its throughput varies (<see cref="TrialTimes.Vary"/>).
    /// </summary>
    public bool TimesVary => Usable is not [var run] || TrialTimes.Vary(Point, run.Measured);

    /// <summary>
    /// Times of what repeats: the means of several usable runs, the means of the blocks of the only one, or its trials. Throws
    /// without a usable run.
    /// </summary>
    public SampleStatistics Repeated => Usable switch
    {
        [var run] when HasBlocks => SampleStatistics.Of(
            [.. BlockMeans.Groups(run.Measured, TrialTimes.Of(run)).Select(block => block.Average())]),
        [var run] => run.ElapsedS!,
        _ => SampleStatistics.Of(RunTimes),
    };

    private double MeanRecords => Usable.Average(run => run.Throughput!.RecordsPerS * run.ElapsedS!.Mean);

    /// <summary>
    /// Mean time of each usable run. Runs by duration all last as long and differ in records, as their trials do
    /// (<see cref="TrialTimes"/>): each counts as the time that the mean number of records of the runs would take at its rate, or
    /// runs would never seem to differ.
    /// </summary>
    private double[] RunTimes
    {
        get
        {
            if (Usable.Count < 2 || Point.DurationS is null)
            {
                return [.. Usable.Select(run => run.ElapsedS!.Mean)];
            }

            double records = MeanRecords;
            return [.. Usable.Select(run => records / run.Throughput!.RecordsPerS)];
        }
    }
}
