using CommandLine;

namespace DbIngest.Runner.Options;

/// <summary>
/// The options of the verb <c>targets</c>, which lists databases and probes whether they can be reached. <c>TargetsVerb</c>
/// executes them.
/// </summary>
[Verb("targets", HelpText = "List the databases: contracts, clients, what each needs, and whether it can be reached.")]
internal sealed class TargetsOptions : DatabaseOptions
{
    [Option("options", HelpText = "List the options that an endpoint may carry instead: name, values, default, meaning.")]
    public bool EndpointOptions { get; init; }

    [Option("json", HelpText = "Print the list as JSON.")]
    public bool Json { get; init; }
}
