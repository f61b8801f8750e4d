using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.Volt;

namespace DbIngest.Targets.Volt;

/// <summary>What a failure means. Statuses: <see cref="VoltStatus"/>.</summary>
internal static class VoltErrors
{
    /// <summary>The server or its cluster does not take it now, and will.</summary>
    private static readonly int[] TryAgain =
    [
        VoltStatus.ServerUnavailable, VoltStatus.TransactionRestart, VoltStatus.OperationalFailure, VoltStatus.Mispartitioned,
            VoltStatus.Misrouted, VoltStatus.ConnectionLost,
        VoltStatus.ConnectionTimeout, VoltStatus.ResponseUnknown,
    ];

    /// <summary>It may have been done.</summary>
    private static readonly int[] InDoubt =
        [VoltStatus.UnexpectedFailure, VoltStatus.ConnectionLost, VoltStatus.ConnectionTimeout, VoltStatus.ResponseUnknown];

    /// <summary>A batch that was not acknowledged.</summary>
    /// <param name="error">The failure.</param>
    /// <param name="isPart">Whether the batch was several calls, of which others may have been done.</param>
    public static BatchWriteException OfWrite(WireException error, bool isPart = false) => error switch
    {
        VoltServerException server => new($"The server refused the batch: {Describe(error)}", TryAgain.Contains(server.Status),
            isPart || InDoubt.Contains(server.Status), error),
        ConnectionLostException lost => new($"The connection failed: {error.Message}", isTransient: true, lost.AnySent, error),
        _ => new(error.Message, isTransient: false, isAmbiguous: true, error),
    };

    /// <summary>A verb that failed.</summary>
    /// <param name="what">What failed, as the beginning of a sentence.</param>
    /// <param name="error">The failure.</param>
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
