using DbIngest.Runner.Options;
using DbIngest.Runner.Output;
using DbIngest.Runner.Parsing;
using DbIngest.Runner.Processes;

namespace DbIngest.Runner.Verbs;

/// <summary>
/// Executes one command, from its arguments to its exit code, on the console of the process. <c>Program.cs</c> calls it once.
/// Tests call it many times in one process, which saves the start of the runtime and the compilation of the code. Calls must not
/// overlap, because console and current folder belong to the process.
/// </summary>
internal static class CommandExecution
{
    /// <summary>
    /// Executes a command. No exception leaves it: every failure ends as a message on standard error and an exit code.
    /// </summary>
    /// <param name="arguments">The words after the program's name.</param>
    public static ExitCode Of(string[] arguments)
    {
        var screen = new Screen(new SecretScrubber());
        return ProgramExit.Of(() => Execute(arguments, screen), screen);
    }

    private static ExitCode Execute(string[] arguments, Screen screen)
    {
        var command = CommandReader.Read(arguments);
        // The scrubber must know the secrets before any message can quote an endpoint.
        if (command.Options is DatabaseOptions access)
        {
            screen.Scrubber.Add(access.Endpoints.SelectMany(Redaction.SecretsOf));
        }

        if (command.Problems.Count > 0)
        {
            throw new UsageException([.. command.Problems, .. ValueCheck.Of(command.Options)]);
        }

        return command.Verb is { } verb ? verb.Execute(command, screen) : Print(command.Text!, screen);
    }

    private static ExitCode Print(string text, Screen screen)
    {
        screen.Result(text.TrimEnd());
        return ExitCode.Done;
    }
}
