using CommandLine;

namespace DbIngest.Runner.Options;

/// <summary><c>plan</c>.</summary>
[Verb("plan", HelpText = "Say what a run would do and take, from a short pilot; measure nothing else.")]
internal sealed class PlanOptions : SweepOptions
{
    [Option("out", MetaValue = "DIR", HelpText = $"Where the run would make its result folder. Default: {Defaults.Out}.")]
    public string? Out { get; init; }

    [Option("json", HelpText = "Print the plan as JSON.")]
    public bool Json { get; init; }
}
