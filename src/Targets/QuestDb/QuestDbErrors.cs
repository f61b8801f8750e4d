using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.QuestDb;

/// <summary>
/// Classifies failures of QuestDB by their HTTP status: which are transient, which leave a batch in doubt, and which remedy a
/// message names. <see cref="QuestDbWriter"/> and <see cref="QuestDbDefinition"/> call it. Status 500 is not transient, because
/// the server also answers it for a line that it can never store. It never repeats a request.
/// </summary>
internal static class QuestDbErrors
{
    /// <summary>Converts a failure on the timed path.</summary>
    public static BatchWriteException OfWrite(WireException error) =>
        new(error.Message, IsTransient(error), IsAmbiguous(error), error);

    /// <summary>Converts the failure of a target's verb, such as Prepare, or of a probe.</summary>
    public static TargetException OfTarget(string what, WireException error) =>
        new($"{what}: {error.Message}{Remedy(error)}", error, isUnreachable: error is ConnectionLostException);

    private static string Remedy(WireException error) => error is HttpStatusException { IsAccess: true }
        ? $"{AccessRemedy.Password("questdb")}; the user is in --endpoint, http://USER@HOST; without one the password is a token"
        : AccessRemedy.Certificate(error,
            "name its authority's file, or its own, by ca=FILE in --endpoint, or do not check it, insecure=true");

    // Statuses that the vendor's clients retry: the server is busy or shuts down. 500 also reports a line that can never be
    // stored, so it is not among them.
    private static bool IsTransient(WireException error) => error switch
    {
        ConnectionLostException => true,
        HttpStatusException status => status.Status is 408 or 429 or 502 or 503 or 504 or 507 or 509 or 523 or 524 or 529 or 599,
        _ => false,
    };

    // The server rolls a refused request back as a whole.
    private static bool IsAmbiguous(WireException error) => error switch
    {
        ConnectionLostException lost => lost.AnySent,
        HttpStatusException status => status.Status is not (400 or 401 or 403 or 404),
        _ => true,
    };
}
