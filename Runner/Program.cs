using DbIngest.Core.Results;
using DbIngest.Runner;
using DbIngest.Runner.Execution;
using DbIngest.Runner.Options;
using DbIngest.Runner.Parsing;
using DbIngest.Runner.Verbs;

var screen = new Screen(new SecretScrubber());
try
{
    var command = CommandReader.Read(args);
    return (int)(command.Options switch
    {
        RunOptions run => RunVerb.Execute(run, command.Arguments, screen),
        PlanOptions plan => PlanVerb.Execute(plan, screen),
        ReportOptions report => ReportVerb.Execute(report, screen),
        CompareOptions compare => CompareVerb.Execute(compare, screen),
        VerifyOptions verify => VerifyVerb.Execute(verify, command.Arguments, screen),
        TargetsOptions targets => TargetsVerb.Execute(targets, screen),
        SourcesOptions sources => SourcesVerb.Execute(sources, screen),
        WorkerOptions => WorkerVerb.Execute(),
        _ => Print(command.Text!),
    });
}
catch (UsageException exception)
{
    foreach (string message in exception.Messages)
    {
        screen.Remark(message);
    }

    return (int)ExitCode.BadArguments;
}
catch (ResultException exception)
{
    screen.Remark(exception.Message);
    return (int)ExitCode.BadArguments;
}
catch (UnavailableException exception)
{
    screen.Remark(exception.Message);
    return (int)ExitCode.Unreachable;
}
catch (OperationCanceledException)
{
    screen.Remark("Interrupted.");
    return (int)ExitCode.Interrupted;
}
catch (Exception exception)
{
    // A fault of ours: the trace helps whoever reports it, but must pass the scrubber like everything else.
    screen.Remark($"A fault of dbingest itself, which is worth reporting: {exception}");
    return (int)ExitCode.InternalError;
}

ExitCode Print(string text)
{
    screen.Result(text.TrimEnd());
    return ExitCode.Done;
}
