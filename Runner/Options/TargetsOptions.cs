using CommandLine;

namespace DbIngest.Runner.Options;

/// <summary>
/// The options of the verb <c>targets</c>, which lists databases and probes whether they can be used. <c>TargetsVerb</c> executes
/// them. It starts no server and stores nothing.
/// </summary>
[Verb("targets", HelpText = "List the databases: durability levels, clients, requirements, and whether each can be used now.")]
internal sealed class TargetsOptions : DatabaseOptions
{
    [Option("options", HelpText = "List the endpoint options instead: name, values, default, meaning.")]
    public bool EndpointOptions { get; init; }

    [Option("json", HelpText = "Print the list as JSON.")]
    public bool Json { get; init; }
}
