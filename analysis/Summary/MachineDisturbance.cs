using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// Puts disturbances of the machines during one trial into a few words: load of other programs, steal, throttling, and other runs
/// of the program. <see cref="PointSummaries"/> adds the words to the list of runs. It judges nothing: rule 29
/// (<c>MachineRules</c>) judges the whole point. The thresholds of both stand in <see cref="RuleLimits"/>.
/// </summary>
internal static class MachineDisturbance
{
    /// <summary>
    /// Lists the use of every machine of a trial: the client's, the hosts of sources, and those of the server's nodes.
    /// </summary>
    public static IEnumerable<MachineUse> Machines(TrialResult trial) =>
        Elsewhere(trial).Select(other => other.Machine).Prepend(trial.Machine).OfType<MachineUse>();

    /// <summary>Puts the disturbances of a trial into a few words; null when there were none, or none are known.</summary>
    public static string? Of(TrialResult trial)
    {
        string?[] remarks = [Of(trial.Machine), .. Elsewhere(trial)
            .Select(other => Of(other.Machine) is { } what ? $"{what} on {other.Name}" : null)];
        return remarks.All(remark => remark is null) ? null : string.Join("; ", remarks.OfType<string>());
    }

    private static IEnumerable<(string Name, MachineUse? Machine)> Elsewhere(TrialResult trial) =>
        (trial.Hosts ?? []).Select(host => (host.Host, host.Machine))
            .Concat((trial.ServerNodes ?? []).Select(node => (node.Node, node.Machine)));

    private static string? Of(MachineUse? machine)
    {
        string[] remarks = machine is null ? [] :
        [
            .. machine.Others >= RuleLimits.OthersNoted ? [FormattableString.Invariant($"others took {machine.Others:0 %}")]
                : Array.Empty<string>(),
            .. machine.StealShare >= RuleLimits.StealNoted ? [FormattableString.Invariant($"steal {machine.StealShare:0 %}")]
                : Array.Empty<string>(),
            .. machine.ThermalThrottles > 0 || machine.GroupThrottledS > 0 ? ["throttled"] : Array.Empty<string>(),
            .. machine.OtherRuns > 0 ? ["beside another run"] : Array.Empty<string>(),
        ];
        return remarks.Length == 0 ? null : string.Join(", ", remarks);
    }
}
