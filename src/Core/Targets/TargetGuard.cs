using DbIngest.Abstractions.Targets;

namespace DbIngest.Core.Targets;

/// <summary>
/// Converts whatever a target throws into a <see cref="TargetException"/>, which ends the trial and not the program. Trials,
/// source processes and the opening of targets catch through it. An exception that the contract of targets allows keeps its
/// message. A lack of resources gets a remedy. Anything else is a defect in the target and gets its stack trace as details. Only
/// a cancellation by the caller must pass on as it is.
/// </summary>
public static class TargetGuard
{
    /// <summary>
    /// Tells whether an exception from a target ends the trial. A cancellation by the caller does not, and must pass on.
    /// </summary>
    /// <param name="exception">The exception.</param>
    /// <param name="cancellation">The token of the caller.</param>
    public static bool Catches(Exception exception, CancellationToken cancellation) =>
        exception is not OperationCanceledException || !cancellation.IsCancellationRequested;

    /// <summary>Converts an exception that a target threw.</summary>
    /// <param name="exception">The exception.</param>
    /// <param name="doing">What the target was doing, to complete "while it was ...".</param>
    /// <returns>
    /// The same exception if it is a <see cref="TargetException"/>. Otherwise a new one with the cause inside: the message of a
    /// failed write, a lack of resources, or a defect in the target.
    /// </returns>
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
