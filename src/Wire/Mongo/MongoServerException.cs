using System.Globalization;

namespace DbIngest.Wire.Mongo;

/// <summary>The server answered a command with an error. The connection can be used further.</summary>
public sealed class MongoServerException : WireException
{
    /// <summary>Creates the exception.</summary>
    /// <param name="code">The error's number.</param>
    /// <param name="codeName">Its name, as the server gives it; empty where it gives none.</param>
    /// <param name="serverMessage">The server's own words.</param>
    /// <param name="labels">The labels that the server gave the error.</param>
    public MongoServerException(MongoErrorCode code, string codeName, string serverMessage, IReadOnlyList<string> labels)
        : base(Describe(code, codeName, serverMessage), innerException: null)
    {
        Code = code;
        ServerMessage = serverMessage;
        Labels = labels;
    }

    /// <summary>The error's number.</summary>
    public MongoErrorCode Code { get; }

    /// <summary>The server's own words.</summary>
    public string ServerMessage { get; }

    /// <summary>The labels that the server gave the error: <c>RetryableWriteError</c>, for instance.</summary>
    public IReadOnlyList<string> Labels { get; }

    /// <summary>
    /// Whether the member is not the primary, or not for long, or is shutting down: the primary is to be looked for again (the specification
    /// "Server Discovery And Monitoring", "not writable primary" and "node is recovering").
    /// </summary>
    public bool IsStateChange => Code is MongoErrorCode.NotWritablePrimary or MongoErrorCode.NotPrimaryNoSecondaryOk or MongoErrorCode.PrimarySteppedDown
        or MongoErrorCode.NotPrimaryOrSecondary or MongoErrorCode.InterruptedAtShutdown or MongoErrorCode.InterruptedDueToReplStateChange
        or MongoErrorCode.ShutdownInProgress;

    /// <summary>Whether trying the same write again may help (the specification "Retryable Writes", and errors of a router that pass).</summary>
    public bool IsTransient => IsStateChange || Labels.Contains("RetryableWriteError")
        || Code is MongoErrorCode.HostUnreachable or MongoErrorCode.HostNotFound or MongoErrorCode.NetworkTimeout or MongoErrorCode.ExceededTimeLimit
            or MongoErrorCode.SocketException or MongoErrorCode.WriteConcernTimeout or MongoErrorCode.MaxTimeExpired or MongoErrorCode.WriteConflict
            or MongoErrorCode.FailedToSatisfyReadPreference or MongoErrorCode.NetworkInterfaceExceededTimeLimit or MongoErrorCode.StaleConfig
            or MongoErrorCode.ReadConcernMajorityNotAvailableYet or MongoErrorCode.ReauthenticationRequired or MongoErrorCode.CursorNotFound;

    /// <summary>The error of an answer, or of one of its parts.</summary>
    /// <param name="answer">A document with <c>code</c> and <c>errmsg</c>.</param>
    /// <param name="labels">The labels of the answer.</param>
    public static MongoServerException Of(BsonDocument answer, IReadOnlyList<string>? labels = null) => new(
        (MongoErrorCode)Math.Clamp(answer.Number("code") ?? 0, 0, int.MaxValue),
        answer.Text("codeName") ?? string.Empty,
        answer.Text("errmsg") ?? answer.Text("$err") ?? "it gives no reason",
        labels ?? answer.Texts("errorLabels"));

    private static string Describe(MongoErrorCode code, string codeName, string serverMessage)
    {
        string name = codeName.Length > 0 ? codeName : Enum.IsDefined(code) ? code.ToString() : "error";
        return string.Create(CultureInfo.InvariantCulture, $"{name} ({(int)code}). The server says: {serverMessage}");
    }
}
