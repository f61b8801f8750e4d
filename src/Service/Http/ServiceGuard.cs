using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Security.Cryptography;
using System.Text;
using DbIngest.Service.Observing;
using DbIngest.Service.Problems;
using Microsoft.AspNetCore.Http;

namespace DbIngest.Service.Http;

/// <summary>
/// Wraps every request: gives it an id, checks the Host header and (except for health) the API key, turns exceptions and bare
/// status codes into problem documents, counts, and logs refusals. <c>ServiceHost</c> puts one before routing. Routes throw
/// instead of answering with an error status themselves. The query, which may carry a password, must never reach the log.
/// </summary>
/// <remarks>Shared by all requests. Keys are kept as digests and compared in constant time.</remarks>
internal sealed class ServiceGuard
{
    /// <summary>The header with the id of a request. A client may choose the id, and each answer carries it.</summary>
    public const string IdHeader = "X-Request-Id";

    private const int LongestId = 64;

    private readonly ServiceState _state;
    private readonly byte[][] _keys;

    /// <param name="state">Options, metrics and log of the service.</param>
    public ServiceGuard(ServiceState state)
    {
        _state = state;
        _keys = [.. state.Options.Keys.Select(key => SHA256.HashData(Encoding.UTF8.GetBytes(key.Reveal())))];
    }

    /// <summary>Handles a request.</summary>
    /// <param name="context">The request.</param>
    /// <param name="next">Routing and the routes.</param>
    public async Task Handle(HttpContext context, RequestDelegate next)
    {
        long startedAt = Stopwatch.GetTimestamp();
        string id = IdOf(context);
        context.Response.Headers[IdHeader] = id;
        var span = Activity.Current;
        bool isWork = !IsOfOperator(context.Request);
        if (isWork)
        {
            _state.Metrics.Began();
        }

        try
        {
            CheckHost(context.Request);
            CheckKey(context.Request);
            await next(context);
            if (context.Response is { StatusCode: >= 400, HasStarted: false })
            {
                await Answer(context, Bare(context.Response.StatusCode), id);
            }
        }
        catch (OperationCanceledException) when (context.RequestAborted.IsCancellationRequested)
        {
            // The client is gone and reads no answer. The status of one that has begun can no longer change.
            if (!context.Response.HasStarted)
            {
                context.Response.StatusCode = StatusCodes.Status499ClientClosedRequest;
            }
        }
        catch (Exception exception)
        {
            await Answer(context, RefusalOf(exception), id);
        }
        finally
        {
            if (isWork)
            {
                _state.Metrics.Ended();
            }
        }

        _state.Metrics.Answered(context.Response.StatusCode, startedAt);
        RequestSpan.Describe(span, context, id);
    }

    private async Task Answer(HttpContext context, RefusalException refusal, string id)
    {
        string asked = ClientText.Shown($"{context.Request.Method} {context.Request.Path}");
        _state.Log(string.Create(CultureInfo.InvariantCulture,
            $"{DateTimeOffset.UtcNow:yyyy-MM-ddTHH:mm:ss.fffZ} {id} {asked} {refusal.Status} ")
            + ClientText.Printable(refusal.Message)
            + (refusal.Status == StatusCodes.Status500InternalServerError && refusal.InnerException is { } defect
                ? $" {defect}" : string.Empty));
        if (context.Response.HasStarted)
        {
            context.Abort();
            return;
        }

        try
        {
            await ProblemDocument.Write(context, refusal, id);
        }
        catch (Exception exception) when (exception is IOException or OperationCanceledException)
        {
            // The client is gone and does not read the answer.
        }
    }

    /// <summary>True for metrics and health, which do not count as requests under way.</summary>
    private static bool IsOfOperator(HttpRequest request) =>
        request.Path.StartsWithSegments("/metrics", StringComparison.Ordinal) || IsHealth(request);

    private static bool IsHealth(HttpRequest request) => request.Path.StartsWithSegments("/health", StringComparison.Ordinal);

    private static RefusalException RefusalOf(Exception exception) => exception switch
    {
        RefusalException refusal => refusal,
        BadHttpRequestException { StatusCode: StatusCodes.Status413PayloadTooLarge } large =>
            new(large.StatusCode, "The body is larger than the service takes.", large) { Remedy = "Send smaller batches." },
        BadHttpRequestException bad => new(bad.StatusCode, bad.Message, bad),
        IOException broken => new(StatusCodes.Status400BadRequest, "The body ended early.", broken),
        _ => new(StatusCodes.Status500InternalServerError, "A fault of the service itself; its log has more.", exception),
    };

    private static RefusalException Bare(int status) => status switch
    {
        StatusCodes.Status404NotFound => new(status, "There is no such route.")
        {
            Remedy = "GET /openapi/v1.json lists the routes.",
        },
        StatusCodes.Status405MethodNotAllowed => new(status, "The route has another method."),
        StatusCodes.Status415UnsupportedMediaType => new(status, "The body has a content type that the route does not take.")
        {
            Field = "Content-Type",
        },
        _ => new(status, "The request cannot be answered."),
    };

    private static string IdOf(HttpContext context)
    {
        string given = context.Request.Headers[IdHeader].ToString();
        return given.Length is > 0 and <= LongestId && given.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_' or '.')
            ? given
            : context.TraceIdentifier;
    }

    /// <summary>
    /// Refuses a request for another host. Otherwise a web page could point its own name at this machine (DNS rebinding) and
    /// reach the service through the user's browser. Addresses are allowed, because a page's name is never an address.
    /// </summary>
    private void CheckHost(HttpRequest request)
    {
        string host = request.Host.Host;
        bool isKnown = host.Equals("localhost", StringComparison.OrdinalIgnoreCase)
            || IPAddress.TryParse(host.Trim('[', ']'), out _)
            || _state.Options.HostNames.Contains(host.ToLowerInvariant(), StringComparer.Ordinal);
        if (!isKnown)
        {
            throw new RefusalException(StatusCodes.Status400BadRequest, "The Host header names another host than this service.")
            {
                Field = "Host",
                Remedy = "Reach it by its address, or start it with the name in --host-names.",
            };
        }
    }

    private void CheckKey(HttpRequest request)
    {
        if (_keys.Length == 0 || IsHealth(request))
        {
            return;
        }

        byte[] given = SHA256.HashData(Encoding.UTF8.GetBytes(KeyOf(request)));
        bool isRight = false;
        foreach (byte[] key in _keys)
        {
            isRight |= CryptographicOperations.FixedTimeEquals(key, given);
        }

        if (!isRight)
        {
            request.HttpContext.Response.Headers.WWWAuthenticate = "Bearer";
            throw new RefusalException(StatusCodes.Status401Unauthorized, "The API key is missing or wrong.")
            {
                Field = "Authorization",
                Remedy = "Send 'Authorization: Bearer KEY' or 'X-API-Key: KEY'.",
            };
        }
    }

    private static string KeyOf(HttpRequest request)
    {
        string authorization = request.Headers.Authorization.ToString();
        return authorization.StartsWith("Bearer ", StringComparison.OrdinalIgnoreCase) ? authorization["Bearer ".Length..].Trim()
            : authorization.StartsWith("Token ", StringComparison.OrdinalIgnoreCase) ? authorization["Token ".Length..].Trim()
            : authorization.StartsWith("Basic ", StringComparison.OrdinalIgnoreCase)
                ? PasswordOf(authorization["Basic ".Length..])
            : request.Headers["X-API-Key"].ToString() is { Length: > 0 } key ? key
            : request.Query["p"].ToString();
    }

    /// <summary>
    /// The password of basic authentication, which clients of InfluxDB 1 send. It must be an API key. The user name is ignored.
    /// </summary>
    private static string PasswordOf(string encoded)
    {
        byte[] decoded = new byte[encoded.Length];
        return Convert.TryFromBase64String(encoded.Trim(), decoded, out int length)
            && Encoding.UTF8.GetString(decoded, 0, length) is var pair
            && pair.IndexOf(':', StringComparison.Ordinal) is >= 0 and var at
            ? pair[(at + 1)..]
            : string.Empty;
    }
}
