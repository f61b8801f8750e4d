using CommandLine;

namespace DbIngest.Runner.Options;

/// <summary>
/// Options of the hidden verb <c>trial-service</c>: the HTTP service that <c>run --via service</c> starts for each trial.
/// </summary>
[Verb("trial-service", Hidden = true, HelpText = "The service of a trial; not for people.")]
internal sealed class TrialServiceOptions
{
    /// <summary>The plug-ins of the run.</summary>
    [Option("plugin", MetaValue = "FILE")]
    public IEnumerable<string> Plugins { get; init; } = [];

    /// <summary>The file with the task.</summary>
    [Option("task", MetaValue = "FILE", Required = true)]
    public string Task { get; init; } = string.Empty;
}
