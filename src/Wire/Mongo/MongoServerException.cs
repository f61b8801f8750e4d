using System.Globalization;

namespace DbIngest.Wire.Mongo;

/// <summary>
/// The server answered a command with an error. <see cref="MongoChannel"/> throws it. <see cref="MongoConnection"/> returns that
/// of an insertion within a <see cref="MongoInsertFailure"/>. <c>MongoErrors</c> decides by it whether to retry. The connection
/// stays usable, unless the login failed.
/// </summary>
/// <param name="code">The error code.</param>
/// <param name="codeName">The code's name from the server; empty if it sent none.</param>
/// <param name="serverMessage">The server's message, unchanged.</param>
/// <param name="labels">Error labels from the server.</param>
public sealed class MongoServerException(MongoErrorCode code, string codeName, string serverMessage, IReadOnlyList<string> labels)
    : WireException(Describe(code, codeName, serverMessage), innerException: null)
{
    /// <summary>The error code.</summary>
    public MongoErrorCode Code => code;

    /// <summary>The server's message, unchanged.</summary>
    public string ServerMessage => serverMessage;

    /// <summary>Error labels from the server, for example <c>RetryableWriteError</c>.</summary>
    public IReadOnlyList<string> Labels => labels;

    /// <summary>
    /// Whether the member is not or no longer the primary, or shuts down, so that the client must look for the primary again
    /// (specification "Server Discovery And Monitoring", "not writable primary" and "node is recovering").
    /// </summary>
    public bool IsStateChange => IsOfStateChange(Code);

    /// <summary>
    /// Whether the same write may succeed on a retry (specification "Retryable Writes", and temporary errors of routers).
    /// </summary>
    public bool IsTransient => MayPass(Code) || Labels.Contains("RetryableWriteError");

    /// <summary>
    /// Whether the same write may succeed on a retry, by its error code alone: servers label errors of retryable writes only.
    /// </summary>
    /// <param name="code">The error code.</param>
    public static bool MayPass(MongoErrorCode code) => IsOfStateChange(code)
        || code is MongoErrorCode.HostUnreachable or MongoErrorCode.HostNotFound or MongoErrorCode.NetworkTimeout
        or MongoErrorCode.ExceededTimeLimit
            or MongoErrorCode.SocketException or MongoErrorCode.WriteConcernTimeout or MongoErrorCode.MaxTimeExpired
            or MongoErrorCode.WriteConflict
            or MongoErrorCode.FailedToSatisfyReadPreference or MongoErrorCode.NetworkInterfaceExceededTimeLimit
            or MongoErrorCode.StaleConfig
            or MongoErrorCode.ReadConcernMajorityNotAvailableYet or MongoErrorCode.ReauthenticationRequired
            or MongoErrorCode.CursorNotFound;

    /// <summary>Turns an error in an answer into an exception.</summary>
    /// <param name="answer">A document with <c>code</c> and <c>errmsg</c>.</param>
    /// <param name="labels">The answer's labels; null to read them from <paramref name="answer"/>.</param>
    public static MongoServerException Of(BsonDocument answer, IReadOnlyList<string>? labels = null) => new(
        (MongoErrorCode)Math.Clamp(answer.Number("code") ?? 0, 0, int.MaxValue),
        answer.Text("codeName") ?? string.Empty,
        answer.Text("errmsg") ?? answer.Text("$err") ?? "no message",
        labels ?? answer.Texts("errorLabels"));

    private static bool IsOfStateChange(MongoErrorCode code) =>
        code is MongoErrorCode.NotWritablePrimary or MongoErrorCode.NotPrimaryNoSecondaryOk or MongoErrorCode.PrimarySteppedDown
        or MongoErrorCode.NotPrimaryOrSecondary or MongoErrorCode.InterruptedAtShutdown
        or MongoErrorCode.InterruptedDueToReplStateChange
        or MongoErrorCode.ShutdownInProgress;

    private static string Describe(MongoErrorCode code, string codeName, string serverMessage)
    {
        string name = codeName.Length > 0 ? codeName : Enum.IsDefined(code) ? code.ToString() : "error";
        return string.Create(CultureInfo.InvariantCulture, $"{name} ({(int)code}). The server says: {serverMessage}");
    }
}
