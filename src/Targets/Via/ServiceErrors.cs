using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.Via;

/// <summary>
/// Classifies failures of requests to the service by the table in <c>docs/reference/service.md</c>: which requests may be sent
/// again, and which leave a batch in doubt. <see cref="ServiceWriter"/> calls it. It must stay in step with that table. It
/// never repeats a request.
/// </summary>
internal static class ServiceErrors
{
    /// <summary>Converts a failure on the timed path.</summary>
    public static BatchWriteException OfWrite(WireException error) =>
        new($"The service: {error.Message}", IsTransient(error), IsAmbiguous(error), error);

    private static bool IsTransient(WireException error) => error switch
    {
        ConnectionLostException => true,
        HttpStatusException status => status.Status is 429 or 502 or 503 or 504,
        _ => false,
    };

    /// <summary>
    /// True if the batch may be stored: after status 500 (a defect) or 503 (outcome unknown) and no other, after an answer that
    /// cannot be read, and after the loss of a connection over which any part of the request was sent.
    /// </summary>
    private static bool IsAmbiguous(WireException error) => error switch
    {
        ConnectionLostException lost => lost.AnySent,
        HttpStatusException status => status.Status is 500 or 503,
        _ => true,
    };
}
