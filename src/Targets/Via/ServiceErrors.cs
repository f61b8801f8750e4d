using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.Via;

/// <summary>
/// Classifies the refusals of the service as <c>docs/reference/service.md</c> has them: which may be sent again, and which leave
/// a batch in doubt. <see cref="ServiceWriter"/> calls it. It never repeats a request.
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
    /// Status 500 is a defect, after which nobody knows what is stored. All other refusals but 503 stored nothing.
    /// </summary>
    private static bool IsAmbiguous(WireException error) => error switch
    {
        ConnectionLostException lost => lost.AnySent,
        HttpStatusException status => status.Status is 500 or 503,
        _ => true,
    };
}
