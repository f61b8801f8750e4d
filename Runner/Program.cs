using DbIngest.Runner;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Processes;
using DbIngest.Runner.Verbs;

// Every process starts here, also source processes and services of a run. Cultures come before anything that may use one. Then a
// process whose limit of open files is too low for its own libraries ends with exit code 2.
Cultures.Begin();
if (ProcessLimits.StartRefusal() is { } tooFew)
{
    Console.Error.WriteLine(tooFew);
    return (int)ExitCode.BadArguments;
}

// Everything else stands in CommandExecution, so that tests can execute commands in their own process.
return (int)CommandExecution.Of(args);
