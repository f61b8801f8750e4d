using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Rules;

/// <summary>
/// Judges the rules about repetition, means, intervals and their assumptions: 1, 2, 3, 6, 7 and 9. <see cref="PointRules"/> calls
/// each for every point. Their labels stand in <c>RuleLabels</c> too: change both together. They must stay pure functions of the
/// facts, because points are judged on several threads.
/// </summary>
internal static class StatisticsRules
{
    /// <summary>
    /// Judges the number of measured trials, and names failed ones: a database that fails when it is slow would look fast by the
    /// others alone. Trials that failed their audit are rule 16's.
    /// </summary>
    public static RuleVerdict Rule1Runs(PointFacts facts)
    {
        int failed = facts.Summary.Trials.Incomplete + facts.Summary.Trials.Unreachable;
        string others = failed == 0 ? string.Empty
            : $" {NumberText.Count(failed, "trial")} after the warm-up failed: figures are those of the others alone.";
        return facts.N switch
        {
            0 => RuleVerdict.Broken(1, $"missing point", $"{facts.Summary.MissingReason}"),
            1 => RuleVerdict.Broken(1, $"n = 1", $"One measured trial has no standard deviation and no interval.{others}"),
            < RuleLimits.ProtocolTrials => RuleVerdict.Noted(
                1, $"n = {facts.N}",
                    $"{NumberText.Count(facts.N, "measured trial")} where the protocol has {RuleLimits.ProtocolTrials}.{others}"),
            _ when failed > 0 => RuleVerdict.Noted(1, $"{NumberText.Count(failed, "trial")} failed",
                $"Interval, standard deviation, coefficient of variation and all {facts.N} runs are given.{others}")
                .To(failed, $"up to {NumberText.Count(failed, "trial")} failed"),
            _ => RuleVerdict.Kept(1, $"Interval, standard deviation, coefficient of variation and all {facts.N} runs are given."),
        };
    }

    /// <summary>Checks that each trial states its rate as records / time, on which both means rest.</summary>
    public static RuleVerdict Rule2Means(PointFacts facts)
    {
        // Each trial states its own rate. Unless it equals records / time, the means below are meaningless.
        int wrong = facts.Measured.Count(trial =>
        {
            double rate = TrialRate.Of(trial);
            return !(Math.Abs(trial.PerS - rate) <= RuleLimits.RateTolerance * rate);
        });
        return wrong > 0
            ? RuleVerdict.Broken(2, $"rate not records / time", $"{wrong} trials state a rate that is not records / time.")
            : RuleVerdict.Kept(
                2,
                $"{(facts.Trials.Point.Mix is null ? "Records" : "Operations")} / mean time is {facts.Summary.Throughput?.RecordsPerS:#,0} {LoadWords.Unit(facts.Trials.Point)}, the mean of rates {facts.Summary.Throughput?.RatesRecordsPerS.Mean:#,0}.");
    }

    /// <summary>Judges the half-width of the interval of the throughput.</summary>
    public static RuleVerdict Rule3Interval(PointFacts facts)
    {
        if (facts.Summary.Throughput is not { IntervalRecordsPerS: { } interval } throughput)
        {
            FormattableString none =
                $"{NumberText.Count(facts.N, "measured trial")} give{Verb(facts.N)} no bounded interval of the throughput.";
            FormattableString missed =
                $"{NumberText.Count(facts.N, "measured trial")} give{Verb(facts.N)} no bounded interval where +-{facts.Summary.Precision?.Asked:0.0# %} was asked for: {Why(facts.Summary.Precision)}.";
            return RuleVerdict.Broken(3, $"no interval", facts.Summary.Precision is null ? none : missed);
        }

        double half = interval.HalfWidthShareOf(throughput.RecordsPerS);
        if (half > RuleLimits.HalfWidthBounds)
        {
            string why = facts.Summary.Precision is { } asked ? ": " + Why(asked)
                : FormattableString.Invariant($"; {RuleLimits.HalfWidthAim:0 %} is the aim{More(facts)}");
            return RuleVerdict.Broken(3, $"no bounds",
                $"Half the interval is wider than the throughput itself and bounds nothing, at a coefficient of variation of {facts.Summary.ElapsedS?.Cv:0.0 %}{Widened(throughput)}{why}.")
                .To(half, $"intervals without bounds");
        }

        if (facts.Summary.Precision is { } goal)
        {
            return Rule3Precision(facts, goal, half);
        }

        FormattableString reason =
            $"The interval is +-{half:0.0 %} of the throughput at a coefficient of variation of {facts.Summary.ElapsedS?.Cv:0.0 %}{Widened(throughput)}; {RuleLimits.HalfWidthAim:0 %} is the aim{(half > RuleLimits.HalfWidthAim ? More(facts) : string.Empty)}.";
        return half > RuleLimits.HalfWidthMost
            ? RuleVerdict.Broken(3, $"wide +-{half:0 %}", reason).To(half, $"intervals up to +-{half:0 %}")
            : half > RuleLimits.HalfWidthAim
                ? RuleVerdict.Noted(3, $"+-{half:0.0 %}", reason).To(half, $"intervals up to +-{half:0.0 %}")
                : RuleVerdict.Kept(3, reason);
    }

    /// <summary>With <c>--precision</c>, the requested half-width replaces the aim of rule 3.</summary>
    private static RuleVerdict Rule3Precision(PointFacts facts, PrecisionFigures goal, double half)
    {
        FormattableString reached =
            $"+-{goal.Asked:0.0# %} was asked for and reached after {facts.N} measured trials: +-{half:0.0# %}.";
        FormattableString missed = $"+-{half:0.0# %} where +-{goal.Asked:0.0# %} was asked for: {Why(goal)}.";
        return goal.End == PrecisionEnd.Reached
            ? RuleVerdict.Kept(3, reached)
            : RuleVerdict.Broken(3, $"+-{half:0.0# %}, not +-{goal.Asked:0.0# %}", missed)
                .To(half, $"intervals up to +-{half:0.0# %}, not +-{goal.Asked:0.0# %}");
    }

    private static string Why(PrecisionFigures? goal) => goal?.End switch
    {
        PrecisionEnd.MostTrials => FormattableString.Invariant(
            $"{goal.MaxTrials} trials are the most (--max-trials); a larger number goes on by --resume"),
        PrecisionEnd.Failing => FormattableString.Invariant($"its last {PrecisionFigures.FailingAfter} trials failed"),
        _ => "the sweep was not finished; --resume goes on",
    };

    /// <summary>Verb ending for a count: <c>1 trial gives</c>, <c>2 trials give</c>.</summary>
    private static string Verb(int count) => count == 1 ? "s" : string.Empty;

    private static string Widened(Throughput throughput) => throughput.IntervalWidening is { } widening
        ? FormattableString.Invariant($", {widening:0.0} times as wide as that of independent trials")
        : string.Empty;

    /// <summary>
    /// Most further trials or blocks that the verdict suggests. If more are needed, it names reasons why they vary instead.
    /// </summary>
    private const int MostFurther = 100;

    private static string More(PointFacts facts)
    {
        if (facts.Summary.Repetition is not { Levels: [.., var top] levels })
        {
            return string.Empty;
        }

        // Trials of one block share its deployment, so that only further blocks narrow the interval.
        bool isInBlocks = top.Kind == RepetitionKind.Deployment;
        string each = isInBlocks && levels.Count > 1
            ? FormattableString.Invariant($", each of {NumberText.Count(levels[0].Planned, "measured trial")}") : string.Empty;
        return (top.Planned - (isInBlocks ? facts.Summary.Trials.Blocks : facts.N)) switch
        {
            <= 0 => string.Empty,
            <= MostFurther and var more =>
                $", and {NumberText.Count(more, isInBlocks ? "more block" : "more trial")} would reach it{each}",
            _ => $". More {(isInBlocks ? "blocks" : "trials")} are no remedy: {Disturbs(facts)}",
        };
    }

    /// <summary>Names known reasons why the trials of a point vary, with remedies.</summary>
    private static string Disturbs(PointFacts facts)
    {
        var runs = facts.Summary.Runs.Where(run => !run.WarmUp).ToList();
        string[] found =
        [
            .. runs.Count(run => run.Disturbed is not null) is > 0 and var disturbed
                ? [FormattableString.Invariant(
                    $"{disturbed} of {runs.Count} were disturbed ({runs.First(run => run.Disturbed is not null).Disturbed}); measure on a machine of its own")]
                : Array.Empty<string>(),
            .. facts.Summary.Steady.Verdict == SteadyVerdict.NotSteady
                ? ["the trials are not steady; give more warm-up (--warmup)"] : Array.Empty<string>(),
            .. facts.Summary.ElapsedS?.Mean < ShortTrialS
                ? [FormattableString.Invariant(
                    $"a trial takes {facts.Summary.ElapsedS.Mean:0.00} s only; longer ones vary less (--records, --duration)")]
                : Array.Empty<string>(),
        ];
        return found.Length == 0
            ? "nothing that was sampled disturbs; look at the server's log and at its settings (checkpoints, flushes)"
            : string.Join("; ", found);
    }

    /// <summary>Trials shorter than this vary mostly by the scheduler of the operating system.</summary>
    private const double ShortTrialS = 1;

    /// <summary>States the tests for a steady state; failed warm-up trials come first.</summary>
    public static RuleVerdict Rule6Steady(PointFacts facts) => facts.Summary.Steady.Verdict switch
    {
        _ when facts.Summary.Trials is { WarmUpFailed: > 0 and var failed, WarmUp: var real } => RuleVerdict.Broken(
            6, $"warm-up {real} of {real + failed}",
                $"{failed} of {real + failed} warm-up trials failed: only {real} warmed anything up."),
        SteadyVerdict.Steady => RuleVerdict.Kept(6, $"{facts.Summary.Steady.Reason}"),
        SteadyVerdict.NotSteady => RuleVerdict.Broken(6, $"not steady", $"{facts.Summary.Steady.Reason}"),
        _ => RuleVerdict.Noted(6, $"steadiness unknown", $"{facts.Summary.Steady.Reason}"),
    };

    /// <summary>States the trials flagged as outliers, which no figure leaves out.</summary>
    public static RuleVerdict Rule7Outliers(PointFacts facts) => facts.Summary.WithoutOutliers is { } without
        ? RuleVerdict.Noted(
            7,
            $"{NumberText.Count(without.Flagged, "outlier")}",
            $"{without.Flagged} of {facts.N} trials lie far from the rest; with them {facts.Summary.Throughput?.RecordsPerS:#,0} {LoadWords.Unit(facts.Trials.Point)}, without {without.RecordsPerS:#,0}.")
            .To(without.Flagged, $"up to {NumberText.Count(without.Flagged, "outlier")}")
        : RuleVerdict.Kept(7, $"No trial lies far from the rest; none was dropped.");

    private static string Dependence(PointSummary point) =>
        (point.Throughput?.IntervalWidening, point.Steady.Autocorrelation) switch
        {
            _ when point.Trials.Blocks > 1 => "is that of the blocks, and does not rest on the order within them",
            ({ } widening, _) =>
                FormattableString.Invariant($"was made {widening:0.0} times as wide for it, and may still be too narrow"),
            (null, < 0) => "is too wide",
            _ => "is too narrow",
        };

    private static string NoNormality(PointFacts facts) => facts.N switch
    {
        < ShapiroWilk.Fewest =>
            $"{NumberText.Count(facts.N, "measured trial")}; the test of normality needs {ShapiroWilk.Fewest}.",
        > ShapiroWilk.Most =>
            $"{NumberText.Count(facts.N, "measured trial")}; the test of normality holds up to {NumberText.Count(ShapiroWilk.Most, "trial")}.",
        _ when facts.Summary.Trials.Blocks > 1 =>
            $"{NumberText.Count(facts.N, "measured trial")} in {NumberText.Count(facts.Summary.Trials.Blocks, "block")}: "
                + "within these too few differ for the test of normality.",
        _ => "All times are equal: there is no distribution to judge.",
    };

    /// <summary>
    /// Judges autocorrelation and normality of the times. Autocorrelation is tested at a third of the level of the tests for a
    /// steady state, because it is one of three tests.
    /// </summary>
    public static RuleVerdict Rule9Assumptions(PointFacts facts)
    {
        if (facts.Summary.Steady.AutocorrelationP is { } p && p <= SteadyState.Level / 3)
        {
            return RuleVerdict.Broken(
                9,
                $"autocorrelated",
                $"Lag-1 autocorrelation {facts.Summary.Steady.Autocorrelation:0.00} ({NumberText.P(p)}): the interval {Dependence(facts.Summary)}.")
                .To(Math.Abs(facts.Summary.Steady.Autocorrelation ?? 0),
                    $"autocorrelation up to {facts.Summary.Steady.Autocorrelation:0.00}");
        }

        return facts.Summary.Normality switch
        {
            null => RuleVerdict.NotApplicable(9, NoNormality(facts)),
            { P: < RuleLimits.NormalityLevel } test => RuleVerdict.Noted(
                9,
                $"not normal",
                $"Shapiro-Wilk W = {test.W:0.000}, {NumberText.P(test.P)}: use the geometric mean {facts.Summary.Throughput?.GeometricMeanRecordsPerS:#,0} {LoadWords.Unit(facts.Trials.Point)} and its interval."),
            var test => RuleVerdict.Kept(9,
                $"Shapiro-Wilk W = {test.W:0.000}, {NumberText.P(test.P)}; no autocorrelation found."),
        };
    }
}
