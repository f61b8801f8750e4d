using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.QuestDb;

/// <summary>Turns failures of the protocol client into the exceptions of the contracts.</summary>
internal static class QuestDbErrors
{
    /// <summary>A batch that was not acknowledged.</summary>
    public static BatchWriteException OfWrite(WireException error) =>
        new(error.Message, IsTransient(error), IsAmbiguous(error), error);

    /// <summary>A verb that failed.</summary>
    public static TargetException OfTarget(string what, WireException error) =>
        new($"{what}: {error.Message}{Remedy(error)}", error, isUnreachable: error is ConnectionLostException);

    private static string Remedy(WireException error) => error is HttpStatusException { IsAccess: true }
        ? $"{AccessRemedy.Password("questdb")}; the user is in --endpoint, http://USER@HOST; without one the password is a token"
        : AccessRemedy.Certificate(error,
            "name its authority's file, or its own, by ca=FILE in --endpoint, or do not check it, insecure=true");

    // What the vendor's own clients try again: the server is busy or goes down. 500 is said of a line that can never be stored,
    // too.
    private static bool IsTransient(WireException error) => error switch
    {
        ConnectionLostException => true,
        HttpStatusException status => status.Status is 408 or 429 or 502 or 503 or 504 or 507 or 509 or 523 or 524 or 529 or 599,
        _ => false,
    };

    // A request that is refused is rolled back as a whole.
    private static bool IsAmbiguous(WireException error) => error switch
    {
        ConnectionLostException lost => lost.AnySent,
        HttpStatusException status => status.Status is not (400 or 401 or 403 or 404),
        _ => true,
    };
}
