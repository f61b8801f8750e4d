using CommandLine;

namespace DbIngest.Runner.Options;

/// <summary>
/// The options of the verb <c>plan</c>, which estimates the time and disk of a sweep. <c>PlanVerb</c> executes them. It runs a
/// short pilot, which deletes what earlier trials left in the databases, but no sweep, and must create no result folder.
/// </summary>
[Verb("plan", HelpText = "Estimate the time and disk that a run would take, from a short pilot.")]
internal sealed class PlanOptions : SweepOptions
{
    [Option("out", MetaValue = "DIR",
        HelpText = $"Folder in which the run would create its result folder. Default: {Defaults.Out}.")]
    public string? Out { get; init; }

    [Option("json", HelpText = "Print the plan as JSON.")]
    public bool Json { get; init; }
}
