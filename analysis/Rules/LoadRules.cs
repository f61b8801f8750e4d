using DbIngest.Analysis.Summary;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Rules;

/// <summary>
/// Judges the rules about the load generator and its machines: 19 to 22. <see cref="PointRules"/> calls each for every point.
/// Their labels stand in <c>RuleLabels</c> too: change both together. They must stay pure functions of the facts, because points
/// are judged on several threads.
/// </summary>
internal static class LoadRules
{
    /// <summary>Judges how far the client's ceiling lies above the throughput of the point.</summary>
    public static RuleVerdict Rule19Ceiling(PointFacts facts)
    {
        if (facts.IsNull)
        {
            return RuleVerdict.NotApplicable(19, "The null target is itself the ceiling.");
        }

        if (facts.Summary.Calibration is null && facts.Trials.Point.Mix is not null
            && facts.N > 0 && facts.Measured.All(trial => trial.Load is null))
        {
            return RuleVerdict.NotApplicable(19, "The version that wrote this result measured no ceiling of a mix.");
        }

        if (facts.Summary.Calibration is not { Factor: { } factor, CeilingRecordsPerS: var ceiling })
        {
            return RuleVerdict.Broken(
                19, $"not calibrated", $"The client's ceiling was not measured for this point.");
        }

        string precision = facts.Summary.Calibration.Precision is { } share ? FormattableString.Invariant($" (+-{share:0 %})")
            : string.Empty;
        FormattableString reason =
            $"The client alone reaches {ceiling:#,0} {LoadWords.Unit(facts.Trials.Point)}{precision}, {factor:0.0} times the database.";
        return factor < RuleLimits.CeilingLeast
            ? RuleVerdict.Broken(19, $"client only {factor:0.0}x", reason).To(-factor, $"client's ceiling only {factor:0.0}x")
            : factor < RuleLimits.CeilingAim
                ? RuleVerdict.Noted(19, $"client {factor:0.0}x", reason).To(-factor, $"client's ceiling down to {factor:0.0}x")
                : RuleVerdict.Kept(19, reason);
    }

    /// <summary>Judges the spread of the sources' starts, and the clocks of several hosts.</summary>
    public static RuleVerdict Rule20Barrier(PointFacts facts)
    {
        if (facts.Summary.Spread is not { } spread || facts.Summary.ElapsedS is not { } elapsed)
        {
            return RuleVerdict.Broken(20, $"no spread", $"No measured trial says when its sources started and ended.");
        }

        double limit = Math.Max(RuleLimits.StartSpreadS, RuleLimits.StartSpread * elapsed.Mean);
        FormattableString reason =
            $"Sources started within {spread.StartMaxS:0.####} s (limit {limit:0.####} s) and ended within {spread.FinishMeanS:0.####} s, {spread.FinishShare:0 %} of the makespan.";
        return spread.StartMaxS > limit ? RuleVerdict.Broken(20, $"no common start", reason) : OfClocks(facts)
            ?? RuleVerdict.Kept(20, reason);
    }

    /// <summary>
    /// Judges times that were read from the clocks of several hosts; null when the clocks are known well enough, or one clock
    /// gave all times.
    /// </summary>
    private static RuleVerdict? OfClocks(PointFacts facts)
    {
        var spread = facts.Measured.Where(trial => trial.Hosts is { Count: > 0 } && trial.ElapsedS > 0).ToList();
        if (spread.Count == 0)
        {
            return null;
        }

        if (spread.FirstOrDefault(trial => trial.Hosts!.Any(host => host.UncertaintyS is null)) is { } unknown)
        {
            return RuleVerdict.Broken(20, $"clock unknown",
                $"After trial {unknown.Trial} a host's clock was not read again, so that its moments are not known to belong to the common clock.");
        }

        var worst = spread
            .SelectMany(trial => trial.Hosts!
            .Select(host => (host.Host, UncertaintyS: host.UncertaintyS!.Value, Share: host.UncertaintyS.Value / trial.ElapsedS)))
            .MaxBy(host => host.Share);
        FormattableString reason =
            $"The clock of {worst.Host} was known to {worst.UncertaintyS * 1000:0.###} ms, {worst.Share:0.### %} of the makespan (limit {RuleLimits.ClockShare:0.# %}).";
        return worst.Share > RuleLimits.ClockShare
            ? RuleVerdict.Noted(20, $"clock +-{worst.Share:0.## %}", reason)
                .To(worst.Share, $"clock up to +-{worst.Share:0.## %}")
            : null;
    }

    /// <summary>Judges the share of generating records in the sources' busy time.</summary>
    public static RuleVerdict Rule21Generating(PointFacts facts)
    {
        if (facts.IsNull)
        {
            return RuleVerdict.NotApplicable(21, "Without a database, generating is most of the work.");
        }

        FormattableString reason = $"Generating records takes {facts.Summary.GeneratingShare:0.0 %} of the sources' busy time.";
        return facts.Summary.GeneratingShare > RuleLimits.GeneratingShare
            ? RuleVerdict.Noted(21, $"generating {facts.Summary.GeneratingShare:0 %}", reason)
                .To(facts.Summary.GeneratingShare ?? 0, $"generating up to {facts.Summary.GeneratingShare:0 %}")
            : RuleVerdict.Kept(21, reason);
    }

    /// <summary>Judges whether CPU and memory were sampled, and whether a machine's CPU was saturated.</summary>
    public static RuleVerdict Rule22Resources(PointFacts facts)
    {
        if (facts.Measured.Any(trial => trial.Client is null))
        {
            return RuleVerdict.Broken(22, $"client not sampled", $"Not every measured trial has the client's CPU and memory.");
        }

        if ((facts.Target?.Placement == "local" || facts.NodeLimits is not null)
            && facts.Measured.Any(trial => trial.Server is null))
        {
            return RuleVerdict.Broken(
                22, $"server not sampled",
                    $"The server is {(facts.NodeLimits is null ? "local" : "a deployment")}, but not every measured trial has its CPU and memory.");
        }

        double client = facts.Summary.Resources?.ClientCpuShare ?? 0;
        double server = facts.Summary.Resources?.ServerCpuShare ?? 0;
        double here = facts.Measured.Average(trial => (double?)ShareHere(trial)) ?? 0;
        double together = facts.IsOnClientMachine ? here + server : here;
        var busiest = facts.Measured.SelectMany(trial => trial.ServerNodes ?? [])
            .GroupBy(node => node.Node, StringComparer.Ordinal)
            .Select(node => (Name: node.Key, Share: node.Average(trial => trial.Use.CpuShare)))
            .Concat(facts.Measured.SelectMany(SharesOfHosts).GroupBy(host => host.Name, StringComparer.Ordinal)
                .Select(host => (Name: host.Key, Share: host.Average(trial => trial.Share))))
            .OrderByDescending(machine => machine.Share).FirstOrDefault();
        FormattableString reason =
            $"CPU of all cores: client {client:0 %}, server {(facts.Summary.Resources?.ServerCpuShare is null ? "not a process of its own here" : FormattableString.Invariant($"{server:0 %}"))}{(busiest.Name is null ? string.Empty : FormattableString.Invariant($"; of its own machine's, {busiest.Name} {busiest.Share:0 %}"))}.";
        return !facts.IsNull && together >= RuleLimits.CpuSaturated
            ? RuleVerdict.Noted(22, $"CPU saturated", reason).To(together, $"CPU up to {together:0 %}")
            : !facts.IsNull && busiest.Share >= RuleLimits.CpuSaturated
            ? RuleVerdict.Noted(22, $"CPU of {busiest.Name} saturated", reason)
                .To(busiest.Share, $"CPU of a machine up to {busiest.Share:0 %}")
            : RuleVerdict.Kept(22, reason);
    }

    /// <summary>The CPU of the sources on each host, as a share of the cores of its machine.</summary>
    private static IEnumerable<(string Name, double Share)> SharesOfHosts(TrialResult trial) =>
        from host in trial.Hosts ?? []
        where host is { CpuS: not null, Cores: > 0 }
        select (host.Host, host.CpuS!.Value / (trial.ElapsedS * host.Cores!.Value));

    /// <summary>
    /// The client's CPU on this machine as a share of its cores, without that of sources on hosts where the trial tells it.
    /// </summary>
    private static double ShareHere(TrialResult trial)
    {
        double? cpuS = trial.Client?.CpuS - (trial.Hosts ?? []).Sum(host => host.CpuS ?? double.NaN);
        int? cores = trial.Client?.Cores - (trial.Hosts ?? []).Sum(host => host.Cores ?? 0);
        return trial.Hosts is { Count: > 0 } && cpuS is { } used && !double.IsNaN(used) && cores is > 0 and { } here
            ? Math.Max(0, used) / (trial.ElapsedS * here) : trial.Client?.CpuShare ?? 0;
    }
}
