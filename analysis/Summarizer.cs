using DbIngest.Analysis.Rules;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Results;

namespace DbIngest.Analysis;

/// <summary>
/// Computes the summary of a sweep from its stored results: figures first, then the verdicts of the rules. <c>Results.Read</c>
/// calls it for every verb that shows results, and <c>Dashboard</c> while a sweep runs. It is a pure function: equal files give
/// equal summaries, on any machine. The points are computed in parallel, so what it calls must share no state.
/// </summary>
public static class Summarizer
{
    /// <summary>Summarises a sweep, finished or not.</summary>
    /// <param name="manifest">Configuration and environment of the sweep.</param>
    /// <param name="entries">Journal, in the order of writing.</param>
    /// <param name="integrity">Whether the stored journal is unchanged; null when the entries do not come from a file.</param>
    /// <exception cref="ArgumentException">The journal holds a trial of a point that the manifest does not list.</exception>
    public static SweepSummary Of(Manifest manifest, IReadOnlyList<JournalEntry> entries, JournalIntegrity? integrity = null)
    {
        var configuration = manifest.Configuration;
        var trials = PointTrials.Of(manifest, entries);
        var slopes = trials
            .GroupBy(point => SpaceSlope.GroupOf(point.Point))
            .ToDictionary(group => group.Key, group => SpaceSlope.Of([.. group], configuration.Confidence));
        var calibrations = entries.OfType<CalibrationResult>()
            .GroupBy(calibration => calibration.Key)
            .ToDictionary(group => group.Key, group => group.Last());
        PointSummary[] points =
        [
            .. trials.AsParallel().AsOrdered().Select(point =>
            {
                var summary = PointSummaries.Of(
                    manifest,
                    point,
                    slopes[SpaceSlope.GroupOf(point.Point)],
                    calibrations.GetValueOrDefault(CalibrationKey.Of(point.Point)));
                return summary with { Rules = PointRules.Evaluate(new PointFacts(manifest, point, summary)) };
            }),
        ];
        var sweep = new SweepSummary
        {
            Name = manifest.Name,
            StartedUtc = manifest.StartedUtc,
            ToolVersion = manifest.Environment.ToolVersion,
            Commit = manifest.Environment.Commit,
            Study = configuration.Study,
            Deviations = configuration.Deviations,
            Workload = configuration.Workload,
            RecordingSha256 = configuration.WorkloadFacts.GetValueOrDefault("sha256"),
            Seed = configuration.Seed,
            Order = configuration.Order,
            Confidence = configuration.Confidence,
            TrialsPlanned = points.Sum(point => point.Trials.Planned),
            TrialsNotRun = points.Sum(point => point.Trials.NotRun),
            Stretches = entries.OfType<TrialResult>().Select(trial => trial.Stretch).Distinct()
                .Count(stretch => stretch is not null) is > 0 and var stretches
                ? stretches
                : null,
            Integrity = entries.Count > 0 || integrity is { IsWhole: false } ? integrity : null,
            Targets = manifest.Targets,
            Points = points,
            Searches = SearchFigures.Of(manifest, entries),
            // The test of pairs alone judges paired trials, and its own interval a search: no analysis across points judges
            // either.
            Analysis = configuration.PairAxis is { Groups: false } || configuration.Search is not null ? []
                : AcrossPoints.Of(trials, configuration.Confidence),
            Mixes = configuration.PairAxis is { Groups: false } || configuration.Search is not null ? [] : AcrossMixes.Of(trials),
            Trials = [.. PointTrials.InOrder(trials.SelectMany(point => point.All))],
        };
        return sweep with { Rules = SweepRules.Evaluate(manifest, sweep) };
    }
}
