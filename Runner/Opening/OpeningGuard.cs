using DbIngest.Abstractions.Targets;
using DbIngest.Core.Targets;

namespace DbIngest.Runner.Opening;

/// <summary>
/// Turns whatever a target throws while it is opened or described into an error with an exit code, or into the failure of a
/// trial. <see cref="OpenTargets"/> runs both under it, and <c>Pilot</c> the start of a block. A usage error and the user's
/// cancellation pass unchanged.
/// </summary>
internal static class OpeningGuard
{
    /// <summary>Runs an action of a target.</summary>
    /// <param name="database">Name of the database, with which the message begins.</param>
    /// <param name="action">Opens or describes the target.</param>
    /// <exception cref="UnavailableException">The target cannot be used.</exception>
    /// <exception cref="UsageException">An endpoint or durability level is invalid for the database.</exception>
    public static T Run<T>(string database, Func<T> action)
    {
        try
        {
            return action();
        }
        catch (TargetException exception)
        {
            throw new UnavailableException($"{database}: {exception.Message}{ConnectRemedy.Of(exception)}", exception);
        }
        catch (ArgumentException exception)
        {
            throw new UsageException(exception.Message);
        }
        catch (Exception exception) when (exception is not (OperationCanceledException or UsageException))
        {
            var failure = TargetGuard.Of(exception, "opened or described");
            throw new UnavailableException($"{database}: {failure.Message}{Environment.NewLine}{failure.Details}", exception);
        }
    }

    /// <summary>Runs an action of a target for a trial, which reports a failure, so that the sweep goes on.</summary>
    /// <param name="action">Closes and opens targets.</param>
    /// <param name="cancellation">The token of the sweep, whose cancellation passes.</param>
    /// <exception cref="TargetException">The target cannot be used.</exception>
    public static void RunForTrial(Action action, CancellationToken cancellation)
    {
        try
        {
            action();
        }
        catch (Exception exception) when (exception is not (TargetException or UsageException)
            && TargetGuard.Catches(exception, cancellation))
        {
            throw TargetGuard.Of(exception, "started for its block");
        }
    }
}
