using System.Buffers;
using System.Globalization;
using System.Text.Json;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.WebUtilities;

namespace DbIngest.Service.Problems;

/// <summary>
/// Writes problem documents (RFC 9457). <c>ServiceGuard</c> calls it once per refused request, before anything else was answered.
/// Clients read the fields: do not rename them.
/// </summary>
internal static class ProblemDocument
{
    private const string ContentType = "application/problem+json";

    /// <summary>Answers with a problem.</summary>
    /// <param name="context">The request, whose response has not started.</param>
    /// <param name="refusal">The problem.</param>
    /// <param name="requestId">The id of the request.</param>
    public static async Task Write(HttpContext context, RefusalException refusal, string requestId)
    {
        var body = new ArrayBufferWriter<byte>(512);
        await using (var json = new Utf8JsonWriter(body))
        {
            json.WriteStartObject();
            json.WriteString("type", "about:blank");
            json.WriteString("title", ReasonPhrases.GetReasonPhrase(refusal.Status));
            json.WriteNumber("status", refusal.Status);
            json.WriteString("detail", refusal.Message);
            WriteText(json, "field", refusal.Field);
            if (refusal.Line is { } line)
            {
                json.WriteNumber("line", line);
            }

            WriteText(json, "remedy", refusal.Remedy);
            json.WriteString("request_id", requestId);
            if (IsInflux(context.Request.Path))
            {
                // Where clients of InfluxDB look: version 1 and version 2.
                json.WriteString("error", refusal.Message);
                json.WriteString("code", refusal.Status < 500 ? "invalid" : "unavailable");
                json.WriteString("message", refusal.Message);
            }

            json.WriteEndObject();
        }

        var response = context.Response;
        response.StatusCode = refusal.Status;
        response.ContentType = ContentType;
        response.ContentLength = body.WrittenCount;
        if (refusal.Status == StatusCodes.Status413PayloadTooLarge && HttpProtocol.IsHttp11(context.Request.Protocol))
        {
            // The server leaves the rest of such a body unread and closes the connection: a client must not use it again.
            response.Headers.Connection = "close";
        }

        if (refusal.RetryAfterS is { } seconds)
        {
            response.Headers.RetryAfter = seconds.ToString(CultureInfo.InvariantCulture);
        }

        if (!HttpMethods.IsHead(context.Request.Method))
        {
            await response.Body.WriteAsync(body.WrittenMemory, context.RequestAborted);
        }
    }

    private static bool IsInflux(PathString path) => path.Value is "/write" or "/query" or "/api/v2/write";

    private static void WriteText(Utf8JsonWriter json, string name, string? text)
    {
        if (text is not null)
        {
            json.WriteString(name, text);
        }
    }
}
