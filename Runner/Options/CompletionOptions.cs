using CommandLine;

namespace DbIngest.Runner.Options;

/// <summary>
/// The options of the verb <c>completion</c>, which prints a completion script for a shell. <c>CompletionVerb</c> executes them.
/// It changes no file: the user's shell evaluates the script.
/// </summary>
[Verb("completion", HelpText = "Print a script that completes verbs, options and databases in a shell: bash, zsh or powershell.")]
internal sealed class CompletionOptions
{
    [Value(0, MetaName = "SHELL", HelpText = "bash, zsh or powershell.")]
    public string? Shell { get; init; }
}
