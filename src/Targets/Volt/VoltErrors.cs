using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.Volt;

namespace DbIngest.Targets.Volt;

/// <summary>
/// Classifies failures of VoltDB by their status (<see cref="VoltStatus"/>): which are transient, which leave a batch in doubt,
/// and which remedy a message names. <see cref="VoltWriter"/> calls it on the timed path, and <see cref="VoltDefinition"/> for
/// the failures of verbs and probes. A status unknown here is neither transient nor in doubt. It never repeats a call.
/// </summary>
internal static class VoltErrors
{
    /// <summary>Statuses of a server or cluster that cannot take the call now, but will.</summary>
    private static readonly int[] TryAgain =
    [
        VoltStatus.ServerUnavailable, VoltStatus.TransactionRestart, VoltStatus.OperationalFailure, VoltStatus.Mispartitioned,
            VoltStatus.Misrouted, VoltStatus.ConnectionLost,
        VoltStatus.ConnectionTimeout, VoltStatus.ResponseUnknown,
    ];

    /// <summary>Statuses after which the call may have taken effect.</summary>
    private static readonly int[] InDoubt =
        [VoltStatus.UnexpectedFailure, VoltStatus.ConnectionLost, VoltStatus.ConnectionTimeout, VoltStatus.ResponseUnknown];

    /// <summary>True if a call with this status may have taken effect.</summary>
    /// <param name="status">A status of <see cref="VoltStatus"/>.</param>
    public static bool IsInDoubt(int status) => InDoubt.Contains(status);

    /// <summary>Converts a failure on the timed path.</summary>
    /// <param name="error">The client's failure.</param>
    /// <param name="isPart">True if the batch was several calls, of which others may have taken effect.</param>
    public static BatchWriteException OfWrite(WireException error, bool isPart = false) => error switch
    {
        VoltServerException server => new($"The server refused the batch: {Describe(error)}", TryAgain.Contains(server.Status),
            isPart || IsInDoubt(server.Status), error),
        ConnectionLostException lost => new($"The connection failed: {error.Message}", isTransient: true, lost.AnySent, error),
        _ => new(error.Message, isTransient: false, isAmbiguous: true, error),
    };

    /// <summary>Converts the failure of a target's verb, such as Prepare, or of a probe.</summary>
    /// <param name="what">What failed, as the beginning of a sentence.</param>
    /// <param name="error">The client's failure.</param>
    public static TargetException OfTarget(string what, WireException error) =>
        new($"{what}: {Describe(error)}", error,
            isUnreachable: error is ConnectionLostException
                or VoltServerException { Status: VoltStatus.LoginRefused or VoltStatus.ServerUnavailable });

    private static string Describe(WireException error) => error.Message
        + (error is VoltServerException { Status: VoltStatus.LoginRefused }
        ? AccessRemedy.Password(VoltDefinition.Database) + "; the user is in --endpoint, USER@HOST"
        : AccessRemedy.Certificate(error,
            "name its authority's file, or its own, by ca=FILE in --endpoint, or take any by ssl=any"));
}
