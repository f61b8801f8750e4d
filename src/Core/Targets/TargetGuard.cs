using DbIngest.Abstractions.Targets;

namespace DbIngest.Core.Targets;

/// <summary>
/// Converts whatever a target throws. A <see cref="TargetException"/> passes unchanged. Anything else is a defect in the target
/// and becomes a <see cref="TargetException"/> with the stack trace, so that it ends the trial and not the program.
/// </summary>
public static class TargetGuard
{
    /// <summary>Tells whether an exception from a target ends the trial. A cancellation by the caller does not.</summary>
    /// <param name="exception">The exception.</param>
    /// <param name="cancellation">The token of the caller.</param>
    public static bool Catches(Exception exception, CancellationToken cancellation) =>
        exception is not OperationCanceledException || !cancellation.IsCancellationRequested;

    /// <summary>An exception out of a target as one of its contract.</summary>
    /// <param name="exception">The exception.</param>
    /// <param name="doing">What the target was doing, as in "while it was ...".</param>
    /// <returns>The same when it is of the contract; else one that says that the target has a defect.</returns>
    public static TargetException Of(Exception exception, string doing) => exception switch
    {
        TargetException known => known,
        BatchWriteException known => new TargetException(known.Message, known),
        _ when ResourceLack.Of(exception) is { } lack => new TargetException($"While the target was {doing}: {lack}", exception),
        _ => new TargetException(
            $"A defect in the target, while it was {doing} ({exception.GetType().Name}): {exception.Message}", exception)
        {
            Details = exception.ToString(),
        },
    };
}
