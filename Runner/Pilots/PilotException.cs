using DbIngest.Core.Results;

namespace DbIngest.Runner.Pilots;

/// <summary>
/// Reports that a trial of a pilot did not complete. The sweep would fail in the same way. <see cref="Pilot"/> throws the
/// exception. <c>PlanVerb</c> catches it, prints its message and ends with <see cref="ExitCode"/>.
/// </summary>
internal sealed class PilotException(TrialResult trial)
    : Exception($"The pilot on {trial.Point.Database} is {trial.Status.ToString().ToLowerInvariant()}: {trial.Error}")
{
    /// <summary>
    /// The exit code with which <c>run</c> ends after such a trial. It must agree with the codes that <c>RunVerb</c> decides.
    /// </summary>
    public ExitCode ExitCode { get; } = trial.Status switch
    {
        TrialStatus.Invalid => ExitCode.AuditFailed,
        TrialStatus.Unreachable => ExitCode.Unreachable,
        _ => ExitCode.PointsMissing,
    };
}
