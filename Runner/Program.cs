using DbIngest.Runner;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Options;
using DbIngest.Runner.Output;
using DbIngest.Runner.Parsing;
using DbIngest.Runner.Processes;
using DbIngest.Runner.Verbs;

Cultures.Begin();
if (ProcessLimits.Start() is { } tooFew)
{
    Console.Error.WriteLine(tooFew);
    return (int)ExitCode.BadArguments;
}

var screen = new Screen(new SecretScrubber());
return (int)ProgramExit.Of(Execute, screen);

ExitCode Execute()
{
    var command = CommandReader.Read(args);
    // The scrubber must know the secrets before any message can quote an endpoint.
    if (command.Options is DatabaseOptions access)
    {
        screen.Scrubber.Add(access.Endpoints.SelectMany(Redaction.SecretsOf));
    }

    if (command.Problems.Count > 0)
    {
        throw new UsageException([.. command.Problems, .. ValueCheck.Of(command.Options)]);
    }

    return command.Verb is { } verb ? verb.Execute(command, screen) : Print(command.Text!);
}

ExitCode Print(string text)
{
    screen.Result(text.TrimEnd());
    return ExitCode.Done;
}
