using DbIngest.Abstractions.Targets;

namespace DbIngest.Service.Problems;

/// <summary>
/// Ends a request with a problem document (RFC 9457). Readers of bodies, store sessions and routes throw it. <c>ServiceGuard</c>
/// writes it. Its texts must contain no secret.
/// </summary>
/// <remarks>
/// A refusal with an unknown outcome must come from <see cref="OutcomeUnknown"/>: <see cref="IsUnknown"/> and
/// <see cref="Reason"/> recognise the beginning of the message.
/// </remarks>
/// <param name="status">The status code.</param>
/// <param name="detail">What happened, as a sentence.</param>
/// <param name="cause">The exception behind it, kept for the log.</param>
public sealed class RefusalException(int status, string detail, Exception? cause = null) : Exception(detail, cause)
{
    private const string NothingStored = "Nothing was stored: ";
    private const string Unknown = "Outcome unknown: ";

    /// <summary>The status code. A client may send the request again after 429, 502, 503 and 504 only.</summary>
    public int Status => status;

    /// <summary>The field of the request that is at fault. Null if none is.</summary>
    public string? Field { get; init; }

    /// <summary>The line of the body, from 1. Null if it is not known.</summary>
    public long? Line { get; init; }

    /// <summary>What the client can do, as a sentence. Null if nothing can be done.</summary>
    public string? Remedy { get; init; }

    /// <summary>Seconds after which the client may send again. Null if not known.</summary>
    public int? RetryAfterS { get; init; }

    /// <summary>True if the store may have done what the request asked.</summary>
    public bool IsUnknown => Message.StartsWith(Unknown, StringComparison.Ordinal);

    /// <summary>The message without its claim about what is stored, which is wrong if another part of the request is.</summary>
    public string Reason => Message.StartsWith(NothingStored, StringComparison.Ordinal) ? Message[NothingStored.Length..]
        : IsUnknown ? Message[Unknown.Length..]
        : Message;

    /// <summary>Makes the refusal of a malformed field: status 400.</summary>
    /// <param name="field">The field.</param>
    /// <param name="detail">What is wrong with the field, as a sentence.</param>
    /// <param name="line">The line of the body, from 1. Null if it is not known.</param>
    public static RefusalException Malformed(string field, string detail, long? line = null) =>
        new(400, detail) { Field = field, Line = line };

    /// <summary>
    /// The store does not answer or refuses for now: status 502. Use it only if nothing can have been stored.
    /// </summary>
    /// <param name="cause">The failure of the store.</param>
    public static RefusalException StoreAway(Exception cause) => new(502, NothingStored + cause.Message, cause)
    {
        Remedy = "Send the same request again.",
        RetryAfterS = 1,
    };

    /// <summary>The store refuses for good: status 422. Use it only if nothing can have been stored.</summary>
    /// <param name="cause">The failure of the store.</param>
    public static RefusalException RefusedByStore(Exception cause) =>
        new(422, $"The store refuses it: {cause.Message}", cause);

    /// <summary>A failed write that is known to have stored nothing: status 502 if sending again may help, else 422.</summary>
    /// <param name="cause">The failure of the store.</param>
    public static RefusalException NotStored(BatchWriteException cause) =>
        cause.IsTransient || cause.IsAmbiguous ? StoreAway(cause) : RefusedByStore(cause);

    /// <summary>The service is being stopped and has stored nothing of the request: status 503.</summary>
    public static RefusalException Drained() => new(503, NothingStored + "the service is being stopped.")
    {
        Remedy = "Send the same request again, to another instance or later.",
        RetryAfterS = 5,
    };

    /// <summary>The work of a request did not begin before its timeout, so nothing was stored: status 504.</summary>
    public static RefusalException TooLate() => new(504, NothingStored + "the store did not take the request in time.")
    {
        Remedy = "Send the same request again later.",
        RetryAfterS = 1,
    };

    /// <summary>The store may or may not have done what the request asked: status 503.</summary>
    /// <param name="detail">What happened, as a sentence.</param>
    /// <param name="cause">The failure of the store.</param>
    public static RefusalException OutcomeUnknown(string detail, Exception cause) => new(503, Unknown + detail, cause)
    {
        Remedy = "Send the same request again, with the same source, sequence numbers and content.",
        RetryAfterS = 1,
    };
}
