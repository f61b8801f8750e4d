using DbIngest.Analysis.Summary;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Rules;

/// <summary>
/// Judges rule 29: other load, steal, throttling and slow clocks on the machines during the trials. <see cref="PointRules"/>
/// calls it for every point. <see cref="MachineDisturbance"/> puts the disturbance of a single trial into words. The thresholds
/// of both stand in <see cref="RuleLimits"/>, the labels also in <c>RuleLabels</c>. It must stay a pure function of the facts,
/// because points are judged on several threads.
/// </summary>
internal static class MachineRules
{
    /// <summary>The use that a journal holds for a machine without readable counters, such as one without <c>/proc</c>.</summary>
    private static readonly MachineUse Unreadable = new();

    /// <summary>
    /// Judges the worst disturbance of all measured trials; other runs of the program beside a trial come first.
    /// </summary>
    public static RuleVerdict Rule29Machine(PointFacts facts)
    {
        // The client's machine, the hosts of sources, and those of the server's nodes.
        var machines = facts.Measured.SelectMany(MachineDisturbance.Machines).ToList();
        if (machines.TrueForAll(machine => machine == Unreadable))
        {
            return RuleVerdict.NotApplicable(29, "The journal does not say what else the machine did.");
        }

        double others = machines.Max(machine => machine.Others) ?? 0;
        double steal = machines.Max(machine => machine.StealShare) ?? 0;
        int beside = facts.Measured.Count(trial => trial.Machine?.OtherRuns > 0);
        int throttled = facts.Measured.Count(trial => MachineDisturbance.Machines(trial)
            .Any(machine => machine.ThermalThrottles > 0 || machine.GroupThrottledS > 0));
        double[] clocks = [.. facts.Measured.Select(trial => trial.Machine?.ClockMhz).OfType<double>()];
        bool slowed = clocks.Length > 0 && clocks.Min() < RuleLimits.ClockSlack * clocks.Max();
        string more = (beside > 0 ? FormattableString.Invariant($", {beside} ran beside another run") : string.Empty)
            + (throttled > 0 ? FormattableString.Invariant($", {throttled} were throttled") : string.Empty);
        FormattableString reason =
            $"Other programs took up to {others:0 %} of the CPU in a trial, the host of the machine {steal:0 %}; {facts.Measured.Count(trial => MachineDisturbance.Machines(trial).Any(machine => machine.Others >= RuleLimits.OthersNoted))} of {facts.N} trials were disturbed by more than {RuleLimits.OthersNoted:0 %}{more}.";
        return beside > 0 ? RuleVerdict.Broken(29, $"beside another run", reason)
            : others >= RuleLimits.OthersBroken ? RuleVerdict.Broken(29, $"others took {others:0 %}", reason)
                .To(others, $"others took up to {others:0 %}")
            : steal >= RuleLimits.StealBroken ? RuleVerdict.Broken(29, $"steal {steal:0 %}", reason)
                .To(steal, $"steal up to {steal:0 %}")
            : throttled > 0 ? RuleVerdict.Noted(29, $"throttled", reason)
            : slowed ? RuleVerdict.Noted(29, $"clock {clocks.Min():0} to {clocks.Max():0} MHz", reason)
            : others >= RuleLimits.OthersNoted ? RuleVerdict.Noted(29, $"others took {others:0 %}", reason)
                .To(others, $"others took up to {others:0 %}")
            : steal >= RuleLimits.StealNoted ? RuleVerdict.Noted(29, $"steal {steal:0 %}", reason)
                .To(steal, $"steal up to {steal:0 %}")
            : RuleVerdict.Kept(29, reason);
    }
}
