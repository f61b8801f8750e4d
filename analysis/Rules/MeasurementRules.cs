using DbIngest.Abstractions.Targets;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Rules;

/// <summary>
/// Judges the rules about latency, quiescence and disk space: 13, 14, 18 and 26. <c>Summarizer</c> has them called through
/// <see cref="PointRules"/> once the figures of a point are computed. Each also runs for a point without a measured trial, so it
/// must not assume one. Their labels stand in <c>RuleLabels</c> too: change both together. They must stay pure functions of the
/// facts, because points are judged on several threads.
/// </summary>
internal static class MeasurementRules
{
    /// <summary>Names what throughput and latency of the point mean: closed loop, open loop, or a mix.</summary>
    public static RuleVerdict Rule13Latency(PointFacts facts)
    {
        if (facts.Summary.OpenLoop is { } open)
        {
            return Rule13OpenLoop(facts, open);
        }

        if (facts.Trials.Point is { Mix: not null, IsIndexed: false } && facts.Target?.Model == DataModel.Mixed)
        {
            return RuleVerdict.Noted(
                13, $"no control key",
                    $"Rates are of the operations of a mix. Without an index a deletion reads all control data; whether reads scan the records as well, the setting table_key says.");
        }

        if (facts.Trials.Point is { Mix: not null, IsIndexed: false })
        {
            return RuleVerdict.Noted(
                13, $"reads scan",
                    $"Rates are of the operations of a mix. Without an index each read and change of a record reads the whole table, so that they fall as it grows.");
        }

        if (facts.Trials.Point is { Mix.Finds: true, HasTimeIndex: false })
        {
            return RuleVerdict.Noted(
                13, $"find scans",
                    $"Rates are of the operations of a mix. Without an index on time each find reads the records of its source, or the whole table, so that rates fall as it grows.");
        }

        if (facts.Trials.Point.Mix is not null)
        {
            return RuleVerdict.Noted(
                13, $"operations/s",
                    $"Rates are of the operations of a mix, not of records; latency is their service time, by kind.");
        }

        return facts.Summary.Latency is null
            ? RuleVerdict.NotApplicable(13, "No latency is published.")
            : facts.Trials.Point.InFlight > 1
                ? RuleVerdict.Noted(
                    13,
                    $"{facts.Trials.Point.InFlight} in flight",
                    $"Latency is service time of a closed loop with {facts.Trials.Point.InFlight} batches of a source in flight, which wait for each other.")
                : RuleVerdict.Kept(13, $"Throughput is closed-loop; latency is service time and called so.");
    }

    /// <summary>
    /// Judges a point at a rate. Throughput then equals the rate and says nothing about the maximum. Arrivals that were never
    /// started have no response time. When they outnumber the batches in flight and 1 % of a trial's batches, the histogram is
    /// too good.
    /// </summary>
    private static RuleVerdict Rule13OpenLoop(PointFacts facts, OpenLoopFigures open)
    {
        var point = facts.Trials.Point;
        bool fallsBehind = open.FallsBehind(point, facts.N);
        if (fallsBehind && facts.Manifest.Configuration.Search is not null)
        {
            // A search must overload the database to find its edge. A batch that was never begun counts against the limit.
            return RuleVerdict.Noted(13, $"overloaded",
                $"The search tried a rate that the database does not keep up with: response times are lower bounds.");
        }

        string pieces = LoadWords.Pieces(point);
        return fallsBehind
            ? RuleVerdict.Broken(
                13,
                $"overloaded",
                $"Up to {open.LastBacklogBatches} {pieces} had arrived and were not begun when a trial's time was over: response times are lower bounds.")
            : RuleVerdict.Noted(
                13,
                $"at {point.Rate?.Words}",
                $"{(point.Mix is null ? "Records" : "Operations")} arrive at a rate, whatever the database does: throughput is that rate, no maximum. Response time counts from the arrival; up to {open.LargestBacklogBatches} {pieces} waited.");
    }

    /// <summary>
    /// Judges whether the merged histograms hold every batch, and enough batches for their percentiles. Each kind of operation of
    /// a mix has its own histogram, and so has each kind of question, of which the rule only requires that it is complete.
    /// </summary>
    public static RuleVerdict Rule14Histograms(PointFacts facts)
    {
        int without = facts.Measured.Count(trial => trial.Latency is null || trial.OpenLoop is { Response: null });
        string pieces = LoadWords.Pieces(facts.Trials.Point);
        string Count(long batches) => NumberText.Count(batches, LoadWords.Piece(facts.Trials.Point), pieces);
        return facts.Summary.Latency switch
        {
            not null when facts.Summary.OpenLoop is { Response: not { BatchesNotMerged: 0 } } => RuleVerdict.Broken(
                14, $"histogram damaged", $"Response times are missing from the merged histogram."),
            not null when facts.Summary.Operations?.Any(kind =>
                kind is { Count: > 0, Latency: not { BatchesNotMerged: 0 } }) == true => RuleVerdict.Broken(
                14, $"histogram damaged", $"Operations of a kind are missing from its merged histogram."),
            not null when facts.Summary.Queries?.Any(kind =>
                kind is { Answers: > 0, Response: not { BatchesNotMerged: 0 } }) == true => RuleVerdict.Broken(
                14, $"histogram damaged", $"Answers to a kind of question are missing from its merged histogram."),
            null => RuleVerdict.Broken(14, $"no latency", $"No histogram of a measured trial could be read."),
            { BatchesNotMerged: not 0 } latency => RuleVerdict.Broken(
                14, $"histogram damaged", $"{latency.BatchesNotMerged} {pieces} are missing from the merged histogram."),
            _ when without > 0 => RuleVerdict.Broken(
                14, $"latency incomplete", $"{without} of {facts.N} measured trials have no histogram."),
            { Batches: < RuleLimits.BatchesForP99 } latency => RuleVerdict.Noted(
                14,
                $"p99 of {Count(latency.Batches)}",
                $"The merged histogram has {Count(latency.Batches)}: its p99, which takes {RuleLimits.BatchesForP99:#,0}, and its p99.9, which takes {RuleLimits.BatchesForP999:#,0}, are little more than the maximum.").To(-latency.Batches, $"p99 of as few as {Count(latency.Batches)}"),
            not null when Rarest(facts.Summary.Operations) is { Batches: < RuleLimits.BatchesForP99, Words: var rare } kind =>
                RuleVerdict.Noted(14,
                    $"p99 of {rare}",
                    $"The merged histogram of a kind has {rare}: its p99, which takes {RuleLimits.BatchesForP99:#,0}, is little more than the maximum.").To(-kind.Batches, $"p99 of as few as {rare}"),
            { Batches: < RuleLimits.BatchesForP999 } latency => RuleVerdict.Noted(
                14,
                $"p99.9 of {Count(latency.Batches)}",
                $"The merged histogram has {Count(latency.Batches)}: its p99.9, which takes {RuleLimits.BatchesForP999:#,0}, is little more than the maximum.").To(-latency.Batches, $"p99.9 of as few as {Count(latency.Batches)}"),
            var latency => RuleVerdict.Kept(
                14, $"Percentiles of one histogram of {Count(latency.Batches)}, merged over sources and trials."),
        };
    }

    /// <summary>The kind of operation of a mix that occurred least often. Tables and tiles show a p99 of each kind.</summary>
    private static (long Batches, string Words)? Rarest(IReadOnlyList<OperationFigures>? kinds) =>
        kinds?.Where(kind => kind.Latency is not null).MinBy(kind => kind.Latency!.Batches)
            is { Kind: var rarest, Latency.Batches: var count }
            ? (count, $"{NumberText.Count(count, "operation")} '{LoadWords.Of(rarest)}'") : null;

    /// <summary>Judges whether every measured trial settled, and states the time that it took.</summary>
    public static RuleVerdict Rule18Quiescence(PointFacts facts)
    {
        if (facts.IsNull)
        {
            return RuleVerdict.NotApplicable(18, "There is nothing to settle.");
        }

        int without = facts.Measured.Count(trial => trial.SettleS <= 0);
        return without > 0
            ? RuleVerdict.Broken(18, $"not settled", $"{without} of {facts.N} measured trials have no time to quiescence.")
            : RuleVerdict.Kept(
                18,
                $"{facts.Summary.ElapsedS?.Mean:0.###} s to acknowledgement and {facts.Summary.SettleS?.Mean:0.###} s more to quiescence.");
    }

    /// <summary>Judges whether every measured trial has a consistent disk space, and whether a slope over N exists.</summary>
    public static RuleVerdict Rule26Space(PointFacts facts)
    {
        if (facts.IsNull)
        {
            return RuleVerdict.NotApplicable(26, "Nothing is stored.");
        }

        int without = facts.Measured.Count(trial => trial.Space is null);
        if (without > 0)
        {
            return RuleVerdict.Broken(26, $"no space", $"{without} of {facts.N} measured trials have no disk space.");
        }

        int wrong = facts.Measured.Count(trial =>
            trial.Space!.Net != trial.Space.Filled.Since(trial.Space.Baseline) || trial.Space.Net.StoredBytes < 0);
        FormattableString quotient = $"{facts.Summary.Space?.BytesPerRecord.Mean:0.0} bytes a record as quotient";
        string why = facts.Summary.Space is { DataBytes: 0, IndexBytes: 0 } ? "no stored bytes are known"
            : facts.Trials.Point is { DurationS: null, Mix: null } ? "one number of records gives no slope"
            : "records by duration, or of a mix, are no sizes that were chosen, and give no slope";
        return wrong > 0
            ? RuleVerdict.Broken(
                26, $"space inconsistent", $"In {wrong} trials the net space is negative or not filled less baseline.")
            : facts.Summary.SpaceSlope is { } slope
                ? RuleVerdict.Kept(
                    26,
                    $"{FormattableString.Invariant(quotient)} and {slope.BytesPerRecord:0.0} as slope over {slope.Points} sizes, baseline subtracted.")
                : RuleVerdict.Noted(
                    26, $"no slope", $"{FormattableString.Invariant(quotient)}; {why}.");
    }
}
