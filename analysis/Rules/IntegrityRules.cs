using DbIngest.Abstractions.Targets;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Rules;

/// <summary>
/// Judges the rules about acknowledged, stored and promised records (15, 16 and 17), the server's configuration (25) and licence
/// notices (27). <c>Summarizer</c> has them called through <see cref="PointRules"/> once the figures of a point are computed.
/// Each also runs for a point without a measured trial, so it must not assume one. Their labels stand in <c>RuleLabels</c> too:
/// change both together. They must stay pure functions of the facts, because points are judged on several threads.
/// </summary>
internal static class IntegrityRules
{
    /// <summary>
    /// Compares the acknowledged records with those that the trials had to send, and states retries and standstills. When every
    /// record was acknowledged after a deliberate stop of the server, the rule is kept in spite of both, because rule 34 judges
    /// the stop.
    /// </summary>
    public static RuleVerdict Rule15Acknowledged(PointFacts facts)
    {
        var faults = facts.Summary.Faults;
        var point = facts.Trials.Point;
        int wrong = facts.Measured.Count(trial =>
            trial.Acknowledged != (point.DurationS is null
                ? (point.MostOperations ?? point.RecordsPerSource) * point.Sources.Total
                : trial.LaneOperations?.Sum() ?? trial.Sources.Sum(source => source.Scheduled))
            || trial.Sources.Sum(source => source.Acknowledged) != trial.Acknowledged);
        if (wrong > 0)
        {
            return RuleVerdict.Broken(
                15,
                $"not all acknowledged",
                $"{NumberText.Count(wrong, "measured trial")} did not have exactly {(point.DurationS is null ? FormattableString.Invariant($"{(point.MostOperations ?? point.RecordsPerSource) * point.Sources.Total}") : "the begun")} {(point.Mix is null ? "records" : "operations")} acknowledged.");
        }

        FormattableString retries =
            $"{NumberText.Count(faults.Retries, "retry", "retries")}, {NumberText.Count(faults.RetriedRecords + faults.RetriedOperations, point.Mix is null ? "record" : "operation")} retried and {faults.FailedRecords + faults.FailedOperations} failed (not counted), {NumberText.Count(faults.ResolvedBatches, "lost acknowledgement")} resolved.";
        if (facts.Measured.Any(trial => trial.Fault is { Happened: true }))
        {
            return RuleVerdict.Kept(15,
                $"The server was stopped on purpose, which rule 34 judges; then every record was acknowledged. {FormattableString.Invariant(retries)}");
        }

        if (facts.Measured.Where(StoodStill).MaxBy(trial => trial.Latency!.MaxUs) is { } longest)
        {
            double seconds = longest.Latency!.MaxUs / 1e6;
            return RuleVerdict.Noted(
                15,
                $"stood still {seconds:0.0} s",
                $"In {facts.Measured.Count(StoodStill)} of {facts.N} trials {(point.Mix is null ? "a batch" : "an operation")} waited for much of the trial: {seconds:0.0} s of {longest.ElapsedS:0.0} s, where half of the {LoadWords.Pieces(point)} took {longest.Latency.P50Us / 1e3:0.0} ms or less: the server, or the way to it, stood still. {FormattableString.Invariant(retries)}")
                .To(seconds, $"stood still up to {seconds:0.0} s");
        }

        string unit = point.Mix is null ? "record" : "operation";
        long failed = faults.FailedRecords + faults.FailedOperations;

        // Without a retry (--retries 0, or a failure that no retry helps), the label tells what became of the batches.
        return faults switch
        {
            { Retries: > 0 } =>
                RuleVerdict.Noted(15, $"{NumberText.Count(faults.Retries, "retry", "retries")}", retries)
                    .To(faults.Retries, $"up to {NumberText.Count(faults.Retries, "retry", "retries")}"),
            _ when failed > 0 =>
                RuleVerdict.Noted(15, $"{NumberText.Count(failed, unit)} failed", retries)
                    .To(failed, $"up to {NumberText.Count(failed, unit)} failed"),
            { ResolvedBatches: > 0 } =>
                RuleVerdict.Noted(15, $"{NumberText.Count(faults.ResolvedBatches, "batch", "batches")} resolved", retries)
                    .To(faults.ResolvedBatches, $"up to {NumberText.Count(faults.ResolvedBatches, "batch", "batches")} resolved"),
            _ => RuleVerdict.Kept(15, $"Every {unit} was acknowledged at its first attempt."),
        };
    }

    /// <summary>
    /// States the verdict of the audits. A failed audit breaks the rule, as does a measured trial without an audit.
    /// </summary>
    public static RuleVerdict Rule16Audit(PointFacts facts)
    {
        var audit = facts.Summary.Audit;
        return audit.Verdict switch
        {
            AuditVerdict.Passed when facts.IsNull => RuleVerdict.NotApplicable(
                16, "Nothing is stored that could be read back: the client's own count of its batches was right."),
            AuditVerdict.Passed when audit.LostUpdates > 0 => RuleVerdict.Noted(
                16,
                $"lost updates",
                $"All audits passed. {NumberText.Count(audit.LostUpdates.Value, "increment", "increments")} of {audit.Increments:#,0} that were written without a condition (rmw-plain) were undone by another client's write, as this isolation level allows."),
            AuditVerdict.Passed when facts.Trials.Point.Mix is { IsShared: true } => RuleVerdict.Kept(
                16,
                $"{audit.Audited} audits of count, duplicates, content and, by the times of all writes, the versions of shared records; all measured trials passed."),
            AuditVerdict.Passed => RuleVerdict.Kept(
                16, $"{audit.Audited} audits of count, sequence gaps, duplicates and checksum; all measured trials passed."),
            AuditVerdict.Failed => RuleVerdict.Broken(
                16,
                $"audit failed",
                $"{facts.Summary.Trials.Invalid} trials invalid: {audit.MissingRecords} records missing, {audit.DuplicateRecords} duplicate, {audit.ForeignRecords} foreign."),
            _ when facts.N == 0 => RuleVerdict.NotApplicable(16, "The point has no measured trial."),
            _ => RuleVerdict.Broken(16, $"not audited", $"Not every one of the {facts.N} measured trials was audited."),
        };
    }

    /// <summary>States what the durability level of the point promises.</summary>
    public static RuleVerdict Rule17Durability(PointFacts facts) =>
        string.IsNullOrWhiteSpace(facts.Summary.DurabilityMeaning)
            ? RuleVerdict.Broken(
                17,
                $"durability not stated",
                $"Nothing says what '{facts.Trials.Point.Durability}' promises.")
            : RuleVerdict.Kept(17,
                $"{facts.Trials.Point.Durability}: {facts.Summary.DurabilityMeaning}{(facts.Summary.Copies is { } copies ? $" A batch is {copies}." : string.Empty)}");

    /// <summary>States whether the server ran as shipped, tuned, or as found.</summary>
    public static RuleVerdict Rule25Configuration(PointFacts facts) => facts.Target switch
    {
        null => RuleVerdict.Broken(25, $"target not described", $"The manifest does not describe the target."),
        { Configuration: TargetDescription.ShippedConfiguration, IsInContainer: true } => RuleVerdict.Noted(
            25, $"in a container",
                $"The server ran as its image ships it, in a container: its network was the engine's, and its data were in a volume of the engine. What that costs is in the figures."),
        { Configuration: TargetDescription.ShippedConfiguration } =>
            RuleVerdict.Kept(25, $"The server runs as its vendor ships it."),
        { Configuration: TargetDescription.FoundConfiguration } => RuleVerdict.Noted(
            25, $"as found", $"The server was there already: its settings are recorded, and whether it was tuned is not known."),
        var target => RuleVerdict.Noted(25, $"tuned", $"Tuned: {target.Configuration}."),
    };

    /// <summary>States the licence notice that must stand beside the figures of the database.</summary>
    public static RuleVerdict Rule27Licence(PointFacts facts) => facts.Target?.LicenceNotice is { } notice
        ? RuleVerdict.Noted(27, $"licence notice", $"{notice}")
        : RuleVerdict.NotApplicable(27, "No notice is known to be needed.");

    /// <summary>True when a batch waited for much of the trial, and many times longer than the median batch.</summary>
    private static bool StoodStill(TrialResult trial) =>
        trial.Latency is { } latency
            && latency.MaxUs >= Math.Max(RuleLimits.StandstillS, RuleLimits.StandstillShare * trial.ElapsedS) * 1e6
            && latency.MaxUs >= RuleLimits.StandstillTimes * latency.P50Us;
}
