using DbIngest.Runner;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Processes;
using DbIngest.Runner.Verbs;

Cultures.Begin();
if (ProcessLimits.Start() is { } tooFew)
{
    Console.Error.WriteLine(tooFew);
    return (int)ExitCode.BadArguments;
}

return (int)CommandExecution.Of(args);
