using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.InfluxDb;

/// <summary>
/// Classifies failures of InfluxDB by HTTP status and text: which are transient, which leave a batch in doubt, and which remedy a
/// message names. <see cref="InfluxWriter"/> and <see cref="InfluxDefinition"/> call it. It never repeats a request.
/// </summary>
internal static class InfluxErrors
{
    // Texts of answers with status 500 after which a write may succeed later.
    private static readonly string[] Passing =
        ["timeout", "cache-max-memory-size exceeded", "cache maximum memory size exceeded", "engine is closed"];

    /// <summary>Converts a failure on the timed path. The server may have stored some points of a refused batch.</summary>
    public static BatchWriteException OfWrite(WireException error) =>
        new(error.Message, IsTransient(error), IsAmbiguous(error), error);

    /// <summary>Converts the failure of a verb.</summary>
    public static TargetException OfTarget(string what, WireException error) =>
        new($"{what}: {error.Message}{Remedy(error)}", error, isUnreachable: error is ConnectionLostException);

    private static string Remedy(WireException error) => error is HttpStatusException { IsAccess: true }
        ? $"{AccessRemedy.Password("influxdb")}; of version 1 it is the password of the user in --endpoint, http://USER@HOST, "
            + $"who must be an administrator; of versions 2 and 3 a token, without a user, that may make and drop the "
            + $"database or bucket"
        : AccessRemedy.Certificate(error,
            "name its authority's file, or its own, by ca=FILE in --endpoint, or do not check it, insecure=true");

    private static bool IsTransient(WireException error) => error switch
    {
        ConnectionLostException => true,
        HttpStatusException { Status: 500 } failed => Passing.Any(text => failed.Text.Contains(text, StringComparison.Ordinal)),
        HttpStatusException status => status.Status is 408 or 429 or 502 or 503 or 504,
        _ => false,
    };

    private static bool IsAmbiguous(WireException error) => error switch
    {
        ConnectionLostException lost => lost.AnySent,
        HttpStatusException status => status.Status is not (401 or 403 or 404 or 413),
        _ => true,
    };
}
