using DbIngest.Analysis.Summary;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Rules;

/// <summary>
/// Judges rule 31: compares network and disks between the client and the nodes of a deployment, measured before the first trial,
/// with their use in the trials. <see cref="PointRules"/> calls it. It measures nothing. Its labels stand in <c>RuleLabels</c>
/// too: change both together. It must stay a pure function of the facts, because points are judged on several threads.
/// </summary>
internal static class BottleneckRules
{
    private const string RoundTrip = "round trip";

    /// <summary>
    /// Judges the largest used share of a limit. From 50 % on the point is noted. From 80 % on a network or round trip breaks the
    /// rule.
    /// </summary>
    public static RuleVerdict Rule31Bottlenecks(PointFacts facts)
    {
        var limits = facts.NodeLimits ?? facts.RoundTrips?
            .Select(way => new NodeLimits { Node = way.Key, RoundTripS = way.Value }).ToList();
        if (limits is not { Count: > 0 })
        {
            return RuleVerdict.NotApplicable(31, facts.IsOnClientMachine
                ? "There is no network between client and server."
                : "No network and no disk was measured beforehand: that of a deployment is (--cluster).");
        }

        var used = limits.SelectMany(node => Used(facts, node)).OrderByDescending(what => what.Share).ToList();
        if (used.Count == 0)
        {
            return RuleVerdict.Noted(31, $"bottlenecks unknown",
                $"What the nodes sent, received and wrote is not known: nothing can be compared with what network and disks could do.");
        }

        string Said(IEnumerable<Taken> shares) =>
            string.Join(", ", shares.GroupBy(what => what.Kind, StringComparer.Ordinal).Select(kind => kind.First())
                .Select(what => FormattableString.Invariant($"{what.Words} {what.Share:0.# %}")));

        // A share above 1 shows that the measured limit is not the real one, for example because ssh was the bottleneck of the
        // measurement. A round trip is exact.
        var beyond = used.Where(what => what.Share > 1 && what.Kind != RoundTrip).ToList();
        used.RemoveAll(beyond.Contains);
        string more = beyond.Count == 0 ? string.Empty
            : $" More was taken than was measured beforehand ({Said(beyond)}): these limits are higher than what could be measured, and not known.";
        if (used.Count == 0)
        {
            return RuleVerdict.Noted(31, $"limits not known",
                $"Of what was measured before the first trial, nothing bounds the trials.{more}");
        }

        var worst = used[0];
        string all = Said(used);
        string unknown = facts.RoundTrips is null ? string.Empty
            : " Bandwidth and disks of servers that are no deployment (--cluster) cannot be known: nothing of this program "
                + "runs there.";
        FormattableString reason = $"Of what was measured before the first trial, the trials took at most: {all}.{more}{unknown}";
        return worst.Share < RuleLimits.BottleneckNoted && beyond.Count > 0
            ? RuleVerdict.Noted(31, $"limit of {beyond[0].Words} not known", reason)
            : worst.Share < RuleLimits.BottleneckNoted ? RuleVerdict.Kept(31, reason)
            : worst.IsNetwork && worst.Share >= RuleLimits.BottleneckBroken
            ? RuleVerdict.Broken(31, $"{worst.Words} {worst.Share:0 %}", reason)
                .To(worst.Share, $"{worst.Kind} up to {worst.Share:0 %}")
            : RuleVerdict.Noted(31, $"{worst.Words} {worst.Share:0 %}", reason)
                .To(worst.Share, $"{worst.Kind} up to {worst.Share:0 %}");
    }

    /// <summary>
    /// Returns the largest shares of a node's network and disk that any measured trial used, and the round trip / median latency.
    /// Leaves out unknown shares.
    /// </summary>
    private static IEnumerable<Taken> Used(PointFacts facts, NodeLimits node)
    {
        double? Most(Func<ResourceUse, long?> bytes) => facts.Measured
            .Where(trial => trial.ElapsedS > 0)
            .Select(trial => trial.ServerNodes?.FirstOrDefault(other => other.Node == node.Node)?.Use is { } use
                ? bytes(use) / trial.ElapsedS : null).Max();

        (string Kind, string Words, bool IsNetwork, double? Share)[] shares =
        [
            ("network", $"network to {node.Node}", true, Most(use => use.ReceivedBytes) / node.ThereBytesPerS),
            ("network", $"network from {node.Node}", true, Most(use => use.SentBytes) / node.BackBytesPerS),
            ("disk", $"disk of {node.Node}", false, Most(use => use.WrittenBytes) / node.DiskBytesPerS),
            (RoundTrip, $"round trip to {node.Node}", true, node.RoundTripS * 1e6 / facts.Summary.Latency?.P50Us),
        ];
        return shares.Where(share => share.Share is not null)
            .Select(share => new Taken(share.Kind, share.Words, share.IsNetwork, share.Share!.Value));
    }

    /// <summary>
    /// A used share of a limit. A saturated network breaks the rule, because it was measured instead of the database. A disk is
    /// part of the database.
    /// </summary>
    private sealed record Taken(string Kind, string Words, bool IsNetwork, double Share);
}
