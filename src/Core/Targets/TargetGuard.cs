using DbIngest.Abstractions.Targets;

namespace DbIngest.Core.Targets;

/// <summary>
/// The guard at the seam between product and target. A target throws what its contracts say; whatever else comes out of it is a
/// defect in it, and ends the trial instead of the program: as an exception of the contract, with the trace for the log.
/// </summary>
public static class TargetGuard
{
    /// <summary>Whether an exception out of a target ends with the trial: any but that of who gave the work up.</summary>
    /// <param name="exception">The exception.</param>
    /// <param name="cancellation">By which the work is given up.</param>
    /// <returns>Whether it is to be caught.</returns>
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
        _ => new TargetException($"A defect in the target, while it was {doing} ({exception.GetType().Name}): {exception.Message}", exception)
        {
            Details = exception.ToString(),
        },
    };
}
