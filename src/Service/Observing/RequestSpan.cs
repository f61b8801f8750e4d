using System.Diagnostics;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace DbIngest.Service.Observing;

/// <summary>
/// Names the span of a request and sets the attributes of OpenTelemetry's conventions for HTTP. It must never set the query
/// string as an attribute, because clients of InfluxDB send their passwords there. <c>ServiceGuard</c> calls it after the answer.
/// </summary>
internal static class RequestSpan
{
    /// <summary>Describes a request that has been answered.</summary>
    /// <param name="span">The span of the web server. Null without an exporter of traces: the method then does nothing.</param>
    /// <param name="context">The request.</param>
    /// <param name="id">The id of the request, which its line in the log carries too.</param>
    public static void Describe(Activity? span, HttpContext context, string id)
    {
        if (span is not { IsAllDataRequested: true })
        {
            return;
        }

        var (request, status) = (context.Request, context.Response.StatusCode);
        string? route = (context.GetEndpoint() as RouteEndpoint)?.RoutePattern.RawText;
        span.DisplayName = route is null ? request.Method : $"{request.Method} {route}";
        span.SetTag("http.request.method", request.Method);
        span.SetTag("http.response.status_code", status);
        span.SetTag("url.path", request.Path.Value);
        span.SetTag("dbingest.request_id", id);
        if (route is not null)
        {
            span.SetTag("http.route", route);
        }

        if (status >= StatusCodes.Status500InternalServerError)
        {
            span.SetStatus(ActivityStatusCode.Error);
        }
    }
}
