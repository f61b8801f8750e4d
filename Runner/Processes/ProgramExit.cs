using DbIngest.Core.Results;
using DbIngest.Core.Targets;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Output;

namespace DbIngest.Runner.Processes;

/// <summary>
/// Turns every way in which a command ends into a message and an exit code. <c>CommandExecution</c> runs each command within it.
/// No exception leaves it. A verb that knows a better exit code catches the exception itself, as <c>plan</c> does for a pilot.
/// </summary>
internal static class ProgramExit
{
    /// <summary>Runs the program's work.</summary>
    /// <param name="work">The work.</param>
    /// <param name="screen">Receives the message about a failure.</param>
    /// <returns>The exit code of the process.</returns>
    public static ExitCode Of(Func<ExitCode> work, Screen screen)
    {
        try
        {
            return work();
        }
        catch (UsageException exception)
        {
            foreach (string message in exception.Messages)
            {
                screen.Remark(message);
            }

            return ExitCode.BadArguments;
        }
        catch (ResultException exception)
        {
            screen.Remark(exception.Message);
            return ExitCode.BadArguments;
        }
        catch (UnavailableException exception)
        {
            screen.Remark(exception.Message);
            return ExitCode.Unreachable;
        }
        catch (OutputException exception)
        {
            screen.Remark(exception.Message);
            return ExitCode.PointsMissing;
        }
        catch (OperationCanceledException)
        {
            screen.Remark("Interrupted.");
            return ExitCode.Interrupted;
        }
        catch (Exception exception) when (ResourceLack.Of(exception) is { } lack)
        {
            screen.Remark(lack);
            return ExitCode.PointsMissing;
        }
        catch (Exception exception)
        {
            // A defect of this program: the stack trace helps its reporter. The screen removes secrets from it.
            screen.Remark($"A fault of dbingest itself; please report it: {exception}");
            return ExitCode.InternalError;
        }
    }
}
