using CommandLine;

namespace DbIngest.Runner.Options;

/// <summary><c>targets</c>.</summary>
[Verb("targets", HelpText = "List the databases: contracts, clients, what each needs, and whether it can be reached.")]
internal sealed class TargetsOptions : DatabaseOptions
{
    [Option("json", HelpText = "Print the list as JSON.")]
    public bool Json { get; init; }
}
