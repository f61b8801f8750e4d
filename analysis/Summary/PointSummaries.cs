using System.Globalization;
using DbIngest.Analysis.Statistics;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// Computes the summary of one point from its trials. <c>Summarizer</c> calls it for each point whenever a result is read (at
/// the end of a run, for <c>report</c> and <c>compare</c>, for the live page), on several threads at once: it must stay a pure
/// function. <c>Summarizer</c> adds the verdicts of the rules afterwards. <see cref="TrialTimes"/> asks only for the records
/// that count.
/// </summary>
internal static class PointSummaries
{
    /// <summary>Computes the figures of a point.</summary>
    /// <param name="manifest">Configuration and environment of the sweep.</param>
    /// <param name="trials">The trials of the point, of any status.</param>
    /// <param name="slope">
    /// Slope of space over the points that differ from this one in the number of records only. Null when no line can be fitted.
    /// </param>
    /// <param name="calibration">The client's ceiling at this point. Null without a calibration.</param>
    public static PointSummary Of(
        Manifest manifest, PointTrials trials, SpaceSlope? slope, CalibrationResult? calibration)
    {
        var configuration = manifest.Configuration;
        double confidence = configuration.Confidence;
        var measured = TrialTimes.Of(trials.Point, trials.Measured);
        double[] times = [.. measured.Select(trial => trial.ElapsedS)];
        var outliers = Outliers.Flag(times);
        bool vary = TrialTimes.Vary(trials.Point, trials.Measured);
        var throughput = measured.Length == 0 ? null
            : OpenLoopFigures.Achieved(trials,
            Throughput.Of(measured, confidence, values => BlockMeans.Of(trials.Measured, values))) with
            {
                Unit = trials.Point.Mix is null ? Throughput.Records : Throughput.Operations,
            };
        if (!vary)
        {
            throughput = throughput! with
            {
                IntervalRecordsPerS = null,
                IntervalWidening = null,
                BootstrapIntervalRecordsPerS = null,
            };
        }

        var target = ManifestTargets.Of(manifest, trials.Point);
        var open = OpenLoopFigures.Of(trials.Measured);

        // A deployment may have nodes on this machine: its readers tell.
        bool isServerElsewhere = target?.Placement == "remote" && trials.Point.Axes[SweepAxes.Deployment] is null;
        return new PointSummary
        {
            Point = trials.Point,
            TotalRecords = trials.Point.DurationS is null || trials.Point.Mix is not null || measured.Length == 0
                ? trials.Point.TotalRecords
                : Mean(trials.Measured),
            TotalOperations = trials.Point.Mix is null || measured.Length == 0 ? null : Mean(trials.Measured),
            DurabilityMeaning = target?.DurabilityMeaning,
            Copies = target?.Copies,
            Trials = trials.Count(configuration),
            MissingReason = measured.Length == 0 ? MissingReason(trials) : null,
            Throughput = throughput,
            ElapsedS = SampleStatistics.OfAny(times),
            WithoutOutliers = Without(trials.Measured, measured, outliers, confidence, vary),
            LoadS = SampleStatistics.OfAny(
                [.. trials.Measured.Select(trial => trial.Load).OfType<LoadResult>().Select(load => load.LoadS)]),
            SettleS = SampleStatistics.OfAny([.. trials.Measured.Select(trial => trial.SettleS)]),
            QuiescentRecordsPerS = measured.Length == 0
                ? null
                : measured.Average(trial => trial.Records) / trials.Measured.Average(trial => trial.ElapsedS + trial.SettleS),
            Latency = LatencyFigures.Of(trials.Measured),
            OpenLoop = open,
            Operations = OperationFigures.Of(trials.Measured),
            Spread = SourceSpread.Of(trials.Measured),
            Space = SpaceFigures.Of(trials.Measured),
            SpaceSlope = slope,
            GeneratingShare = measured.Length == 0 ? null : trials.Measured.Average(trial => trial.GeneratingShare),
            Resources = ResourceFigures.Of(trials.Measured),
            Energy = EnergyFigures.Of(trials.Measured, confidence, isServerElsewhere),
            Cost = manifest.Prices is not { } prices ? null : CostFigures.Of(prices, trials.Point.Database,
                PricedMachines.Of(manifest, trials.Point), throughput?.RecordsPerS, throughput?.IntervalRecordsPerS,

                // Sizes that fit into files made in advance have a slope of 0 or below, and records are not stored for nothing.
                trials.Point.Mix is not null ? null
                    : slope is { BytesPerRecord: > 0 and var bytes } ? bytes
                        : SpaceFigures.Of(trials.Measured)?.BytesPerRecord.Mean,
                open?.FallsBehind(trials.Point, trials.Measured.Count) == true ? null
                    : trials.Point.Rate?.TotalRecordsPerS(trials.Point.Sources.Total)),
            Faults = FaultCounts.Of(trials.All),
            Fault = FaultFigures.Of(trials, confidence),
            Addition = AdditionFigures.Of(trials),
            Repeats = RepeatFigures.Of(trials.Measured),
            Freshness = FreshnessFigures.Of(trials.Measured, confidence),
            Queries = TimeQueryFigures.Of(trials.Measured),
            Growth = GrowthFigures.Of(trials, confidence),
            Calibration = calibration is null
                ? null
                : new CalibrationFigures(
                    calibration.PerS, throughput?.RecordsPerS is > 0 and var rate ? calibration.PerS / rate
                        : null, calibration.Precision),
            Audit = AuditFigures.Of(trials),
            Steady = SteadyState.OfBlocks(BlockMeans.Groups(trials.Measured, times)),
            Normality = ShapiroWilk.Of(BlockMeans.Within(trials.Measured, times)),
            Repetition = times.Length == 0 ? null : RepetitionPlan.Of(
                [.. BlockMeans.Groups(trials.Measured, times).Select(block => new[] { block })],
                (1, Math.Max(1, configuration.WarmUp), Math.Max(1, configuration.WarmUp)),
                RuleLimits.HalfWidthAim,
                confidence,
                throughput?.IntervalWidening ?? 1),
            Precision = PrecisionFigures.Of(configuration, trials),
            Runs = Runs(trials, outliers),
            Measured = trials.Measured,
        };
    }

    private static long Mean(IReadOnlyList<TrialResult> trials) =>
        (long)Math.Round(trials.Average(trial => (double)trial.Acknowledged));

    /// <summary>Records, or operations of a mix, that count as throughput: those acknowledged at their first attempt.</summary>
    public static long Counted(TrialResult trial) => trial.Acknowledged - trial.Retried;

    private static OutlierFigures? Without(
        IReadOnlyList<TrialResult> trials, (double Records, double ElapsedS)[] measured, IReadOnlyList<bool> outliers,
            double confidence, bool vary)
    {
        int flagged = outliers.Count(outlier => outlier);
        if (flagged == 0)
        {
            return null;
        }

        TrialResult[] left = [.. trials.Where((_, i) => !outliers[i])];
        var rest = Throughput.Of([.. measured.Where((_, i) => !outliers[i])], confidence, values => BlockMeans.Of(left, values));
        return new OutlierFigures(
            flagged, measured.Length - flagged, rest.RecordsPerS, vary ? rest.IntervalRecordsPerS : null);
    }

    private static TrialRun[] Runs(PointTrials trials, IReadOnlyList<bool> outliers)
    {
        HashSet<int> flagged = [.. trials.Measured.Where((_, i) => outliers[i]).Select(trial => trial.Trial)];
        return
        [
            .. trials.All.Select(trial => new TrialRun
            {
                Trial = trial.Trial,
                Position = trial.Position,
                Stretch = trial.Stretch,
                WarmUp = trial.WarmUp,
                Status = trial.Status,
                ElapsedS = trial.ElapsedS,
                RecordsPerS = trial.Point.Mix is null && double.IsFinite(trial.PerS) ? trial.PerS : null,
                OperationsPerS = trial.Point.Mix is not null && double.IsFinite(trial.PerS) ? trial.PerS : null,
                LoadS = trial.Load?.LoadS,
                SettleS = trial.SettleS,
                Outlier = flagged.Contains(trial.Trial),
                Disturbed = MachineDisturbance.Of(trial),
                Error = trial.Error,
            }),
        ];
    }

    private static string MissingReason(PointTrials trials)
    {
        var failed = trials.All.Where(trial => trial.Status != TrialStatus.Complete).ToList();
        return failed.Count > 0
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"{failed.Count} of {trials.All.Count} trials failed, the last one "
                + $"{failed[^1].Status.ToString().ToLowerInvariant()}: {failed[^1].Error ?? "no reason given"}")
            : trials.All.Count == 0
                ? "No trial has run."
                : "Only warm-up trials have run.";
    }
}
