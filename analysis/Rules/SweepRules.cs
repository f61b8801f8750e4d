using DbIngest.Abstractions.Targets;
using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Searches;

namespace DbIngest.Analysis.Rules;

/// <summary>
/// Evaluates the rules of the methodology on a whole sweep, in their order. <c>Summarizer</c> calls it once, after the figures
/// and verdicts of all points. It computes no figure. Rules 5 and 12 are about comparisons and never apply here. Its labels stand
/// in <c>RuleLabels</c> too: change both together. Rules on a single point stand in <see cref="PointRules"/>.
/// </summary>
internal static class SweepRules
{
    private const string Unknown = "unknown";

    /// <summary>Returns one verdict per rule.</summary>
    public static IReadOnlyList<RuleVerdict> Evaluate(Manifest manifest, SweepSummary summary) =>
    [
        Rule1Missing(summary),
        Rule4Levels(summary),
        RuleVerdict.NotApplicable(5,
            "Nothing is compared within a summary; a comparison of two results gives ratios with intervals."),
        Rule6WarmUp(manifest.Configuration),
        Rule8Order(manifest.Configuration),
        Rule10Variance(summary),
        Rule11Family(summary),
        RuleVerdict.NotApplicable(12, "A summary claims no equivalence; a comparison states its threshold."),
        Rule17LikeWithLike(manifest),
        Rule23Environment(manifest),
        Rule24Plots(manifest, summary),
        Rule25Mixed(manifest),
        Rule27Licence(manifest),
        StoredFileRules.Rule30AsWritten(summary),
        BatchRules.Rule32Batch(summary),
        SearchRules.Rule33Search(summary),
    ];

    private static RuleVerdict Rule1Missing(SweepSummary summary)
    {
        if (summary.Searches.Count > 0)
        {
            return summary.Searches.Any(search => search.End == SearchEnd.Unfinished)
                ? RuleVerdict.Noted(1, $"unfinished", $"A search has not ended; resume to complete.")
                : RuleVerdict.Kept(1, $"The searches have ended; every run is listed.");
        }

        int missing = summary.Points.Count(point => point.IsMissing);
        return missing > 0
            ? RuleVerdict.Broken(
                1,
                $"{NumberText.Count(missing, "missing point")}",
                $"{missing} of {summary.Points.Count} points have no complete measured trial and are missing values.")
            : summary.Points.Count(point => point.Precision?.End == PrecisionEnd.Unfinished) is > 0 and var open
                && summary.TrialsNotRun == 0
                ? RuleVerdict.Noted(1, $"unfinished",
                    $"{open} of {summary.Points.Count} points are not as precise as was asked yet; resume to complete.")
            : summary.TrialsNotRun > 0
                ? RuleVerdict.Noted(
                    1, $"unfinished",
                        $"{summary.TrialsNotRun} of {summary.TrialsPlanned} trials have not run; resume to complete.")
                : RuleVerdict.Kept(1,
                    $"{(summary.Points.Count == 1 ? "The point is" : $"All {summary.Points.Count} points are")} measured; every run is listed.");
    }

    private static RuleVerdict Rule4Levels(SweepSummary summary)
    {
        int[] blocks = [.. summary.Points.Where(point => !point.IsMissing && point.Point.Database != ManifestTargets.Null)
            .Select(point => point.Trials.Blocks)];
        return blocks.Length > 0 && blocks.Min() > 1
            ? RuleVerdict.Kept(
                4,
                $"Every point was measured on {blocks.Min()} deployments at least, in a random order: intervals hold the variance between them. That between machines is not in them.")
            : RuleVerdict.Noted(
                4,
                $"one deployment",
                $"Trials repeat within one deployment and one sweep: variance between server restarts and machines is not in the intervals. Blocks put it in: --blocks 3.");
    }

    private static RuleVerdict Rule6WarmUp(SweepConfiguration configuration) => configuration.WarmUp < RuleLimits.ProtocolWarmUp
        ? RuleVerdict.Broken(
            6,
            $"warm-up {configuration.WarmUp}",
            $"{Discarded(configuration)}; the protocol discards {RuleLimits.ProtocolWarmUp}.")
        : RuleVerdict.Kept(
            6, $"{configuration.WarmUp} warm-up trials are discarded; what follows them is tested point by point.");

    private static string Discarded(SweepConfiguration configuration) =>
        NumberText.Count(configuration.WarmUp, "warm-up trial is", "warm-up trials are")
        + (configuration.Blocks is null ? " discarded" : " discarded in each block");

    private static RuleVerdict Rule8Order(SweepConfiguration configuration) => configuration switch
    {
        { Points.Count: 1 } => RuleVerdict.NotApplicable(8, "One point has no order."),
        { Order: SweepOrder.Rising } => RuleVerdict.Broken(
            8, $"rising order", $"Point after point confounds the axes with drift, fill level and compaction."),
        _ => RuleVerdict.Kept(8,
            $"The order is {configuration.Order.ToString().ToLowerInvariant()} by seed {configuration.ScheduleSeed}."),
    };

    private static RuleVerdict Rule10Variance(SweepSummary summary) =>
        summary.Analysis.FirstOrDefault(analysis => analysis.Anova is not null) is { Anova: { } anova } analysis
            ? RuleVerdict.Kept(
                10,
                $"Of the variance of ln throughput, {anova.A.OmegaSquared:0 %} are the database's, {anova.B.OmegaSquared:0 %} those of N{(anova.Interaction is { } interaction ? FormattableString.Invariant($" and {interaction.OmegaSquared:0 %} their interaction's (omega squared)") : " (omega squared), and their interaction cannot be told from so few points")}; {(analysis.EqualVarianceP is { } equal ? $"equal variances have {NumberText.P(equal)}, and pairs" : "pairs")} are compared without equal variances.")
            : RuleVerdict.NotApplicable(10,
                "An analysis of variance needs two databases at two N, each with two trials that differ.");

    private static RuleVerdict Rule11Family(SweepSummary summary)
    {
        int pairs = summary.Analysis.Sum(analysis => analysis.Pairs.Count);
        int families = summary.Analysis.Where(analysis => analysis.Pairs.Count > 0)
            .Select(analysis => AcrossMixes.HeldOf(analysis.Held)).Distinct().Count();
        return pairs == 0
            ? RuleVerdict.NotApplicable(11, "Nothing is tested in pairs; a comparison of two results corrects its own by Holm.")
            : families == 1
            ? RuleVerdict.Kept(11,
                $"The {pairs} pairs are corrected together: Games-Howell over the databases, Bonferroni over N and mixes.")
            : RuleVerdict.Kept(11,
                $"The {pairs} pairs are {families} families, one for each combination of the other axes. Each is corrected by itself: Games-Howell over the databases, Bonferroni over N and mixes.");
    }

    /// <summary>
    /// Compares the durability of every two databases. They are comparable when one durability level of each survives the same
    /// failures, including the loss of nodes. Older results do not record what a level survives. If either of two does not, the
    /// names of the levels decide.
    /// </summary>
    private static RuleVerdict Rule17LikeWithLike(Manifest manifest)
    {
        var databases = Measured(manifest).GroupBy(target => target.Database).ToList();
        foreach (var first in databases)
        {
            foreach (var second in databases.TakeWhile(other => other.Key != first.Key))
            {
                if (!first.Any(target => second.Any(other => Alike(target, other))))
                {
                    var (a, b) = (second.First(), first.First());
                    return RuleVerdict.Broken(
                        17,
                        $"durability differs",
                        $"{Promise(a)} and {Promise(b)} are different contracts.");
                }
            }
        }

        return databases.Count < 2
            ? RuleVerdict.NotApplicable(17, "Only one database is measured.")
            : RuleVerdict.Kept(17, $"The {databases.Count} databases share a durability contract.");
    }

    private static bool Alike(TargetDescription first, TargetDescription second) =>
        (first.Survives is { } one && second.Survives is { } other ? one == other : first.Durability == second.Durability)
        && (first.Copies ?? Copies.One).SurvivesNodes == (second.Copies ?? Copies.One).SurvivesNodes;

    private static string Promise(TargetDescription target) =>
        $"{target.Database} {target.Durability} ({target.DurabilityMeaning}{(target.Copies is { } copies ? $" A batch is {copies}." : string.Empty)})";

    private static RuleVerdict Rule23Environment(Manifest manifest)
    {
        var environment = manifest.Environment;
        (string Name, string Value)[] facts =
        [
            ("commit", environment.Commit),
            ("processor", environment.Processor),
            ("operating system", environment.OperatingSystem),
            ("filesystem", environment.Filesystem),
            ("disk", environment.Disk),
            ("runtime", environment.Runtime),
            ("garbage collector", environment.GarbageCollector),
            .. manifest.Targets.Select(target => ($"{target.Database} version", target.ServerVersion)),
        ];
        string[] missing =
        [
            .. facts.Where(fact => string.IsNullOrWhiteSpace(fact.Value) || fact.Value == Unknown).Select(fact => fact.Name),
        ];
        return missing.Length > 0
            ? RuleVerdict.Broken(23, $"environment incomplete", $"Not known: {string.Join(", ", missing)}.")
            : environment.Commit.EndsWith(".dirty", StringComparison.Ordinal)
                ? RuleVerdict.Noted(23, $"dirty build", $"Built from {environment.Commit}: a tree with uncommitted changes.")
                : RuleVerdict.Kept(23, $"Built from {environment.Commit}; machine, server and settings are in the manifest.");
    }

    private static RuleVerdict Rule24Plots(Manifest manifest, SweepSummary summary) =>
        PlotSet.Of([new StoredResult(manifest.Name, manifest, summary)]) is { IsWhole: false } set
            ? RuleVerdict.Noted(24, $"not all drawn", $"{set.LeftOut}")
            : RuleVerdict.Kept(24, $"The report draws every point with its interval, and marks those that are missing.");

    private static RuleVerdict Rule25Mixed(Manifest manifest)
    {
        var targets = Measured(manifest).ToList();
        string Names(Func<string, bool> configuration) => string.Join(
            ", ", targets.Where(target => configuration(target.Configuration)).Select(target => target.Database).Distinct());
        string shipped = Names(configuration => configuration == TargetDescription.ShippedConfiguration);
        string found = Names(configuration => configuration == TargetDescription.FoundConfiguration);
        string tuned = Names(configuration =>
            configuration is not (TargetDescription.ShippedConfiguration or TargetDescription.FoundConfiguration));
        var servers = targets.Where(target => target.Placement != "in-process").ToList();
        return (shipped.Length > 0, tuned.Length > 0, found.Length > 0) switch
        {
            _ when servers.Any(target => target.IsInContainer)
                && !servers.TrueForAll(target => target.IsInContainer) => RuleVerdict.Broken(
                25, $"containers beside others",
                    $"In a container: {Inside(servers, isInside: true)}; without: {Inside(servers, isInside: false)}. Measure all of them in containers, or none."),
            (true, true, _) => RuleVerdict.Broken(25, $"tuned and default mixed", $"Tuned: {tuned}; as shipped: {shipped}."),
            (true, _, true) or (_, true, true) => RuleVerdict.Noted(
                25, $"as found beside others",
                    $"Whether {found} was tuned is not known; the others are {(tuned.Length > 0 ? "tuned" : "as shipped")}."),
            (_, _, true) => RuleVerdict.Kept(25, $"All targets are as found: their settings are recorded."),
            _ => RuleVerdict.Kept(25, $"All targets are {(tuned.Length > 0 ? "tuned" : "as shipped")}."),
        };
    }

    private static string Inside(IEnumerable<TargetDescription> servers, bool isInside) =>
        string.Join(", ", servers.Where(server => server.IsInContainer == isInside).Select(server => server.Database).Distinct());

    private static RuleVerdict Rule27Licence(Manifest manifest)
    {
        string[] notices = [.. manifest.Targets.Select(target => target.LicenceNotice).OfType<string>().Distinct()];
        return notices.Length > 0
            ? RuleVerdict.Noted(27, $"licence notice", $"{string.Join(' ', notices)}")
            : RuleVerdict.NotApplicable(27, "No notice is known to be needed.");
    }

    private static IEnumerable<TargetDescription> Measured(Manifest manifest) =>
        manifest.Targets.Where(target => target.Database != ManifestTargets.Null);
}
