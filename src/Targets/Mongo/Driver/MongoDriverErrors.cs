using DbIngest.Abstractions.Targets;
using MongoDB.Driver;

namespace DbIngest.Targets.Mongo;

/// <summary>
/// Converts failures of MongoDB's driver into exceptions that say whether a retry may help and whether the batch may be stored.
/// <see cref="MongoDriverWriter{T}"/> calls it. The driver's own retries are off, since they would hide how long a batch took.
/// A part of a batch may be stored after any failure but a refused login.
/// </summary>
internal static class MongoDriverErrors
{
    private const string Retryable = "RetryableWriteError";

    /// <summary>True for an exception that a call of the driver may throw. Any other exception is a bug here.</summary>
    public static bool IsOfDriver(Exception exception) =>
        exception is MongoException or TimeoutException or IOException or OperationCanceledException;

    /// <summary>Converts the failure of a batch.</summary>
    /// <remarks>The driver splits a large batch, so a part of it may be stored even if the last part was never sent.</remarks>
    public static BatchWriteException Of(Exception exception) =>
        new(exception.Message, IsConflict(exception) || IsTransient(exception),
            isAmbiguous: exception is not MongoAuthenticationException, exception);

    /// <summary>
    /// Converts the failure of an operation on single records. A write conflict changed nothing. After any other failure the
    /// operation may have taken effect.
    /// </summary>
    public static BatchWriteException OfOperation(Exception exception) => IsConflict(exception)
        ? new(exception.Message, isTransient: true, isAmbiguous: false, exception) { IsConflict = true }
        : Of(exception);

    private static bool IsConflict(Exception exception) => exception is
        MongoCommandException { Code: (int)Wire.Mongo.MongoErrorCode.WriteConflict }
        or MongoWriteException { WriteError.Code: (int)Wire.Mongo.MongoErrorCode.WriteConflict };

    // After a lost connection the driver pauses its pool until its monitor has seen the server again, and refuses what calls
    // meanwhile: see PoolPausedError in the specification of connection monitoring and pooling.
    private static bool IsTransient(Exception exception) => exception switch
    {
        MongoAuthenticationException => false,
        MongoConnectionException or MongoConnectionPoolPausedException or MongoWaitQueueFullException or TimeoutException
            or IOException or MongoNotPrimaryException or MongoNodeIsRecoveringException => true,
        MongoBulkWriteException bulk => MayPass(bulk.WriteErrors, bulk.WriteConcernError) || bulk.HasErrorLabel(Retryable),
        MongoWriteException one =>
            MayPass(one.WriteError is { } error ? (IEnumerable<WriteError>)[error] : [], one.WriteConcernError)
                || one.HasErrorLabel(Retryable),
        MongoCommandException command => MayPass(command.Code) || command.HasErrorLabel(Retryable),
        MongoException other => other.HasErrorLabel(Retryable),
        _ => false,
    };

    // The driver labels no errors of single documents and none of a router's write concern, and here no others, since its retries
    // are off. The codes say the same as for DbIngest's own client. A document that exists already is compared once the batch is
    // sent again.
    private static bool MayPass(IEnumerable<WriteError> errors, WriteConcernError? concern)
    {
        List<int> codes = [.. errors.Where(error => error.Category != ServerErrorCategory.DuplicateKey)
            .Select(error => error.Code)];
        if (concern is not null)
        {
            codes.Add(concern.Code);
        }

        return codes.Count > 0 && codes.TrueForAll(MayPass);
    }

    private static bool MayPass(int code) => Wire.Mongo.MongoServerException.MayPass((Wire.Mongo.MongoErrorCode)code);
}
