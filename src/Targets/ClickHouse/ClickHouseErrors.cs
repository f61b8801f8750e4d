using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.ClickHouse;

/// <summary>
/// Classifies failures of ClickHouse by the server's codes (its <c>ErrorCodes</c>): which are transient, which leave a batch in
/// doubt, and which remedy a message names. <see cref="ClickHouseWriter"/> converts failures of the timed path by it, and target
/// and definition those of verbs. A code that may be reported after the rows were stored must count as doubt. It never repeats a
/// request.
/// </summary>
internal static class ClickHouseErrors
{
    private const string CodePrefix = "Code: ";

    private const int ReadOnly = 164;

    // DUPLICATE_COLUMN, and ILLEGAL_COLUMN of older releases.
    private static readonly HashSet<int> ColumnsThere = [15, 44];
    private const int SessionNotFound = 372;
    private const int SessionLocked = 373;

    // Timeouts, network errors, too many queries, connections or parts, memory used by others, the same query still running, an
    // insertion of unknown status, a session that has ended, only reads or is busy, a cancelled query.
    private static readonly HashSet<int> Passing =
        [159, ReadOnly, 202, 203, 209, 210, 216, 241, 252, 319, SessionNotFound, SessionLocked, 394];

    // Codes that may be reported after the rows were stored.
    private static readonly HashSet<int> Doubtful = [159, 209, 210, 319, 394];

    // Unknown user, wrong password, password required, authentication failed.
    private static readonly HashSet<int> Access = [192, 193, 194, 516];

    private const int AccessDenied = 497;

    /// <summary>Converts a failure on the timed path.</summary>
    public static BatchWriteException OfWrite(WireException error) =>
        new(error.Message, IsTransient(error), IsAmbiguous(error), error);

    /// <summary>Converts the failure of a verb.</summary>
    public static TargetException OfTarget(string what, WireException error) =>
        new($"{what}: {error.Message}{Remedy(error)}", error, isUnreachable: error is ConnectionLostException);

    /// <summary>True if a session has ended, false if it is busy. Null if the refusal has another cause.</summary>
    public static bool? IsOfSession(HttpStatusException refused) =>
        Code(refused) switch { SessionNotFound => true, SessionLocked => false, _ => null };

    /// <summary>True if a session refuses because it only reads.</summary>
    public static bool IsReadOnly(HttpStatusException refused) => Code(refused) == ReadOnly;

    /// <summary>True if a column cannot be added because the table has it.</summary>
    public static bool IsColumnThere(HttpStatusException refused) => Code(refused) is { } code && ColumnsThere.Contains(code);

    /// <summary>The code in a server's answer. Null if it contains none.</summary>
    private static int? Code(WireException error)
    {
        if (error is not HttpStatusException { Text: var text } || !text.StartsWith(CodePrefix, StringComparison.Ordinal))
        {
            return null;
        }

        int digits = text.AsSpan(CodePrefix.Length).IndexOfAnyExceptInRange('0', '9');
        return int.TryParse(text.AsSpan(CodePrefix.Length, Math.Max(0, digits)), NumberStyles.None, CultureInfo.InvariantCulture,
            out int code) ? code : null;
    }

    private static string Remedy(WireException error) => Code(error) == AccessDenied ? AccessRemedy.Right
        : error is HttpStatusException { IsAccess: true }
        || (Code(error) is { } code && Access.Contains(code))
        ? $"{AccessRemedy.Password("clickhouse")}; the user is in --endpoint, http://USER@HOST, and else is default"
        : AccessRemedy.Certificate(error,
            "name its authority's file, or its own, by ca=FILE in --endpoint, or do not check it, insecure=true");

    private static bool IsTransient(WireException error) => error switch
    {
        ConnectionLostException => true,
        HttpStatusException status => Code(error) is { } code ? Passing.Contains(code)
            : status.Status is 408 or 429 or 502 or 503 or 504,
        _ => false,
    };

    private static bool IsAmbiguous(WireException error) => error switch
    {
        ConnectionLostException lost => lost.AnySent,
        _ => Code(error) is not { } code || Doubtful.Contains(code),
    };
}
