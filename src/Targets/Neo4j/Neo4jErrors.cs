using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.Bolt;

namespace DbIngest.Targets.Neo4j;

/// <summary>
/// Classifies failures of Neo4j: which are transient, which leave a batch in doubt, and which remedy a message names.
/// <see cref="Neo4jWriter"/>, <see cref="Neo4jDefinition"/> and <c>Neo4jDriverWriter</c> call it. Codes: Neo4j, "Status codes",
/// and the retry rules in the manual of its drivers. It never repeats a request.
/// </summary>
internal static class Neo4jErrors
{
    /// <summary>The code for a record whose key already exists.</summary>
    public const string KeyTaken = "Neo.ClientError.Schema.ConstraintValidationFailed";

    private const string TransientClass = "Neo.TransientError.";

    private const string SecurityCategory = "Neo.ClientError.Security.";

    /// <summary>The code for a user who lacks a privilege.</summary>
    private const string Forbidden = SecurityCategory + "Forbidden";

    /// <summary>Codes that are transient by their name, but report a transaction that the client itself has ended.</summary>
    private static readonly string[] Ended =
        ["Neo.TransientError.Transaction.Terminated", "Neo.TransientError.Transaction.LockClientStopped"];

    /// <summary>
    /// Further codes that the vendor's drivers retry: the server no longer leads, does not accept writes now, or forgot the
    /// login.
    /// </summary>
    private static readonly string[] TryAgain =
        ["Neo.ClientError.Cluster.NotALeader", "Neo.ClientError.General.ForbiddenOnReadOnlyDatabase",
            "Neo.ClientError.Security.AuthorizationExpired"];

    /// <summary>Codes of conflicts: another transaction has the record's lock, or changed or deleted the record first.</summary>
    private static readonly string[] Conflicts =
        ["Neo.TransientError.Transaction.DeadlockDetected", "Neo.TransientError.Transaction.LockAcquisitionTimeout",
            "Neo.TransientError.Transaction.Outdated", "Neo.ClientError.Statement.EntityNotFound"];

    /// <summary>Codes of a failed commit, which may have failed after the log was written.</summary>
    private static readonly string[] InDoubt =
        ["Neo.DatabaseError.Transaction.TransactionCommitFailed", "Neo.TransientError.Cluster.ReplicationFailure",
            "Neo.DatabaseError.Cluster.ReplicationFailure"];

    /// <summary>Converts a failure on the timed path.</summary>
    /// <param name="error">The client's failure.</param>
    public static BatchWriteException OfWrite(WireException error) => error switch
    {
        BoltServerException server => new($"The server refused the batch: {Describe(error)}", IsTransient(server.Code),
            InDoubt.Contains(server.Code), error)
        {
            IsConflict = Conflicts.Contains(server.Code),
        },
        ConnectionLostException lost => new($"The connection failed: {error.Message}", isTransient: true, lost.AnySent, error),
        _ => new(error.Message, isTransient: false, isAmbiguous: true, error),
    };

    /// <summary>Converts the failure of a target's verb, such as Prepare, or of a probe.</summary>
    /// <param name="what">What failed, as the beginning of a sentence.</param>
    /// <param name="error">The client's failure.</param>
    public static TargetException OfTarget(string what, WireException error) => new(
        $"{what}: {Describe(error)}",
        error,
        isUnreachable: error is ConnectionLostException
            || (error is BoltServerException server && server.Code.StartsWith(SecurityCategory, StringComparison.Ordinal)));

    private static bool IsTransient(string code) => TryAgain.Contains(code) || Conflicts.Contains(code)
        || (code.StartsWith(TransientClass, StringComparison.Ordinal) && !Ended.Contains(code));

    private static string Describe(WireException error) => error.Message + (error is BoltServerException server
        ? server.Code == Forbidden ? AccessRemedy.Right
            : server.Code.StartsWith(SecurityCategory, StringComparison.Ordinal)
            ? $"{AccessRemedy.Password(Neo4jDefinition.Database)}; the user is in --endpoint, USER@HOST, else neo4j"
            : server.Code.EndsWith("OutOfMemoryError", StringComparison.Ordinal)
                ? " (remedy: a smaller --batch, or more memory for transactions, dbms.memory.transaction.total.max or the heap)"
                : string.Empty
        : AccessRemedy.Certificate(error,
            "name its authority's file, or its own, by ca=FILE in --endpoint, or take any by bolt+ssc://"));
}
