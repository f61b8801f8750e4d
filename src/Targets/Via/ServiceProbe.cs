using System.Globalization;
using System.Text.Json;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.Via;

/// <summary>
/// Asks a service that the user has started whether it is ready, what it offers, and whether requests are pending.
/// <see cref="RemoteServiceTarget"/> uses it outside of the timed part. It opens a connection per request and changes nothing.
/// </summary>
/// <param name="service">The service.</param>
/// <param name="requestTimeout">Timeout of one request, and of the wait for an idle service.</param>
internal sealed class ServiceProbe(ServiceAddress service, TimeSpan requestTimeout)
{
    private const string UnderWay = "dbingest_requests_under_way ";
    private const int LongestAnswer = 1 << 20;
    private const int Unauthorized = 401;

    private static readonly TimeSpan BetweenLooks = TimeSpan.FromMilliseconds(50);

    /// <summary>Checks that the service is ready for requests.</summary>
    /// <exception cref="TargetException">The service is not ready, or does not answer.</exception>
    public void RequireReady() => Get("/health/ready");

    /// <summary>Asks for the database, durability level and operations that the service offers.</summary>
    /// <exception cref="TargetException">The service does not answer, or another program answers.</exception>
    public ServiceOffer Offer()
    {
        try
        {
            return ServiceOffer.Parse(Get("/v1/schema"));
        }
        catch (Exception fault) when (fault is JsonException or KeyNotFoundException or InvalidOperationException)
        {
            throw new TargetException($"What answers at {service} is no service of 'dbingest serve': {fault.Message}", fault);
        }
    }

    /// <summary>
    /// Waits until the service has no pending request. Before that, a request whose answer was lost may still reach the store.
    /// </summary>
    /// <param name="cancellation">Cancels the wait.</param>
    /// <exception cref="TargetException">Requests are still pending after the timeout of one request.</exception>
    public void AwaitIdle(CancellationToken cancellation) => Waiting.Until(
        () => RequestsUnderWay() == 0, BetweenLooks, requestTimeout,
        () => new TargetException($"The service at {service} works on requests that are not of a trial under way. Nobody else may "
            + "send to it while a run does; see its log."),
        cancellation);

    private long RequestsUnderWay()
    {
        string? line = Get("/metrics").Split('\n').FirstOrDefault(line => line.StartsWith(UnderWay, StringComparison.Ordinal));
        return long.TryParse(line?[UnderWay.Length..], NumberStyles.None, CultureInfo.InvariantCulture, out long count)
            ? count
            : throw new TargetException($"The service at {service} does not say how many requests are under way: it is of another "
                + "version; start it from this one.");
    }

    private string Get(string path)
    {
        try
        {
            using var session = service.Open(requestTimeout);
            var connection = session.Connection();
            connection.Ask(HttpRequest.Make("GET", path, connection));
            return connection.Text(LongestAnswer);
        }
        catch (HttpStatusException refusal) when (refusal.Status == Unauthorized)
        {
            throw new TargetException($"The service at {service} refuses the key: set {ServiceAddress.KeyVariable} to one of its keys.",
                refusal);
        }
        catch (WireException error)
        {
            bool isAway = error is ConnectionLostException or HttpStatusException { Status: 503 };
            throw new TargetException($"The service at {service} cannot be used: {error.Message}"
                + (isAway ? " (remedy: start it there by 'dbingest serve', or correct the URL of --via)" : string.Empty),
                error, isAway);
        }
    }
}
