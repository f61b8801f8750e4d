using DbIngest.Analysis.Statistics;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// Energy per record of a point, from the counters of the machine that ran the program. They include everything that ran on it,
/// and no other machine. Without a counter the record has the reason and no figure.
/// </summary>
/// <remarks>
/// <see cref="PointSummaries"/> computes it; tables show it beside the CPU time of a record. <c>summary.json</c> contains the
/// members, so none may be renamed.
/// </remarks>
public sealed record EnergyFigures
{
    /// <summary>
    /// Joules up to the last acknowledgement / acknowledged records (operations of a mix), over the measured trials; null if one
    /// of them was not measured.
    /// </summary>
    public SampleStatistics? JoulesPerRecord { get; init; }

    /// <summary>
    /// Student's t interval of the mean of <see cref="JoulesPerRecord"/>; null for fewer than two repetitions (trials, or blocks
    /// where there are several).
    /// </summary>
    public Interval? IntervalJoulesPerRecord { get; init; }

    /// <summary>Joules of settling / acknowledged records; mean of the trials.</summary>
    public double? SettleJoulesPerRecord { get; init; }

    /// <summary>Parts of the machine that the counters cover; null without a figure.</summary>
    public IReadOnlyList<string>? Covers { get; init; }

    /// <summary>True when sources, servers or nodes ran on other machines, whose energy is missing.</summary>
    public bool LacksMachines { get; init; }

    /// <summary>Why there is no figure; null when there is one.</summary>
    public string? NotMeasured { get; init; }

    /// <summary>Summarises the energy of trials.</summary>
    /// <param name="trials">The measured trials.</param>
    /// <param name="confidence">Level of the interval.</param>
    /// <param name="isServerRemote">
    /// True if a server of the database is on another machine. Trials show it only where that machine was read.
    /// </param>
    /// <returns>Null without a trial, and for results of versions that measured no energy.</returns>
    public static EnergyFigures? Of(IReadOnlyList<TrialResult> trials, double confidence, bool isServerRemote)
    {
        if (trials.All(trial => trial.Energy is null))
        {
            return null;
        }

        TrialResult[] missing = [.. trials.Where(trial => trial.Energy?.Joules is null || trial.Acknowledged == 0)];
        bool lacks = isServerRemote || trials.Any(trial => trial.Hosts is { Count: > 0 }
            || trial.ServerNodes?.Any(node => node.Machine is not null) == true);
        if (missing.Length > 0)
        {
            return new EnergyFigures
            {
                LacksMachines = lacks,
                NotMeasured = missing[0].Energy?.NotMeasured ?? "a trial has no figure",
            };
        }

        double[] each = [.. trials.Select(trial => trial.Energy!.Joules!.Value / trial.Acknowledged)];
        return new EnergyFigures
        {
            JoulesPerRecord = SampleStatistics.Of(each),
            IntervalJoulesPerRecord = StudentT.OfMean(SampleStatistics.Of(BlockMeans.Of(trials, each)), confidence),
            SettleJoulesPerRecord = trials.Average(trial => trial.Energy!.SettleJoules / trial.Acknowledged),
            Covers = trials[0].Energy!.Covers,
            LacksMachines = lacks,
        };
    }
}
