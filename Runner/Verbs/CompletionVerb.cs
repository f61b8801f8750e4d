using DbIngest.Runner.Help;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Options;
using DbIngest.Runner.Output;

namespace DbIngest.Runner.Verbs;

/// <summary>
/// Executes the verb <c>completion</c>: prints a completion script for a shell, with the verbs, options and databases of this
/// build. <see cref="Verb.All"/> registers it. It changes no file: the user's shell evaluates the script.
/// </summary>
internal static class CompletionVerb
{
    public static ExitCode Execute(CompletionOptions options, Screen screen)
    {
        if (options.Shell is not { } shell || !CompletionScript.Shells.Contains(shell, StringComparer.Ordinal))
        {
            throw new UsageException(
                $"completion: name a shell, one of {string.Join(", ", CompletionScript.Shells)}"
                + (options.Shell is null ? "." : $"; '{options.Shell}' is none of them."));
        }

        screen.Result(new CompletionScript(CommandReader.Verbs, [.. Databases.All.Select(database => database.Name)]).Of(shell));
        return ExitCode.Done;
    }
}
