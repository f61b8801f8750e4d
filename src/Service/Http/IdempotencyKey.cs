using DbIngest.Service.Problems;
using Microsoft.AspNetCore.Http;

namespace DbIngest.Service.Http;

/// <summary>
/// Reads the header with which a client names a request, so that the ledger recognises the request when the client sends it
/// again. <see cref="RecordRoutes"/> reads it for each POST if the store keeps a ledger. Other stores ignore the header.
/// </summary>
internal static class IdempotencyKey
{
    /// <summary>The header.</summary>
    public const string Header = "Idempotency-Key";

    /// <summary>Most characters of a key.</summary>
    public const int Longest = 255;

    /// <summary>The key of a request. Null if it has none.</summary>
    /// <exception cref="RefusalException">
    /// The header is given twice, or its text is not 1 to <see cref="Longest"/> visible ASCII characters.
    /// </exception>
    public static string? Of(HttpRequest request)
    {
        if (!request.Headers.TryGetValue(Header, out var values))
        {
            return null;
        }

        return values is [{ Length: > 0 and <= Longest } key] && key.All(c => c is > ' ' and <= '~')
            ? key
            : throw RefusalException.Malformed(Header, $"A key is one text of 1 to {Longest} visible ASCII characters.");
    }
}
