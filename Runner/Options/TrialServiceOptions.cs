using CommandLine;

namespace DbIngest.Runner.Options;

/// <summary>
/// Options of the hidden verb <c>trial-service</c>: the HTTP service that <c>run --via service</c> starts for each trial.
/// <c>TrialServiceStart</c> writes this command line, up to the task, when a sweep opens its targets. <c>ServicePlan</c>
/// appends the path of the task, and <c>ViaServiceTarget</c> starts a process by it for each trial. <c>TrialServiceVerb</c>
/// executes it and deletes the file of the task. Change all together.
/// </summary>
[Verb("trial-service", Hidden = true, HelpText = "The service of a trial; not for people.")]
internal sealed class TrialServiceOptions
{
    /// <summary>Paths of the run's plug-ins.</summary>
    [Option("plugin", MetaValue = "FILE")]
    public IEnumerable<string> Plugins { get; init; } = [];

    /// <summary>Path of the file with the task, which may contain secrets.</summary>
    [Option("task", MetaValue = "FILE", Required = true)]
    public string Task { get; init; } = string.Empty;
}
