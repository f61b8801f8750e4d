using DbIngest.Core.Results;

namespace DbIngest.Runner.Pilots;

/// <summary>
/// Reports that a trial of a pilot did not complete, so that the sweep would not either. <see cref="Pilot"/> throws it;
/// <c>PlanVerb</c> prints the message and ends with <see cref="ExitCode"/>.
/// </summary>
internal sealed class PilotException(TrialResult trial)
    : Exception($"The pilot on {trial.Point.Database} is {trial.Status.ToString().ToLowerInvariant()}: {trial.Error}")
{
    /// <summary>The exit code that the sweep would have.</summary>
    public ExitCode ExitCode { get; } = trial.Status switch
    {
        TrialStatus.Invalid => ExitCode.AuditFailed,
        TrialStatus.Unreachable => ExitCode.Unreachable,
        _ => ExitCode.PointsMissing,
    };
}
