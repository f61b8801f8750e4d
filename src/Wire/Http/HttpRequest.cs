using System.Text;

namespace DbIngest.Wire.Http;

/// <summary>
/// The encoded head of an HTTP request, all but the number of bytes in its body. Writers build it once per connection and send it
/// with every batch as body (<see cref="HttpConnection.Ask"/>). Immutable. It contains the credentials: never log it.
/// </summary>
public sealed class HttpRequest
{
    private HttpRequest(byte[] head) => Head = head;

    /// <summary>All lines up to <c>Content-Length: </c>, the last, whose value is added when sending.</summary>
    internal byte[] Head { get; }

    /// <summary>Builds the head of a request.</summary>
    /// <param name="method"><c>GET</c> or <c>POST</c>.</param>
    /// <param name="target">Path and query, escaped (<see cref="Target"/>).</param>
    /// <param name="connection">Supplies the host and the credentials.</param>
    /// <param name="headers">Further lines in the form <c>Name: value</c>.</param>
    /// <exception cref="ArgumentException">The target or a header contains an end of line.</exception>
    public static HttpRequest Make(string method, string target, HttpConnection connection, params IReadOnlyList<string> headers)
    {
        var head = new StringBuilder().Append(method).Append(' ').Append(target).Append(" HTTP/1.1\r\nHost: ")
            .Append(connection.Host).Append("\r\n");
        foreach (string header in (string[])["User-Agent: dbingest", .. connection.Authorization is { } value
            ? ["Authorization: " + value] : Array.Empty<string>(), .. headers])
        {
            // The message does not repeat the value, which may be a secret.
            head.Append(header.AsSpan().ContainsAny('\r', '\n')
                ? throw new ArgumentException("A header of a request has an end of line in it.") : header).Append("\r\n");
        }

        return target.AsSpan().ContainsAny('\r', '\n', ' ')
            ? throw new ArgumentException("The target of a request has a blank or an end of line in it.")
            : new HttpRequest(Encoding.UTF8.GetBytes(head.Append("Content-Length: ").ToString()));
    }

    /// <summary>Builds a path with a query.</summary>
    /// <param name="path">The path, escaped.</param>
    /// <param name="query">Names and unescaped values; pairs with a null value are left out.</param>
    public static string Target(string path, params IEnumerable<(string Name, string? Value)> query)
    {
        string text = string.Join('&', query.Where(q => q.Value is not null)
            .Select(q => $"{q.Name}={Uri.EscapeDataString(q.Value!)}"));
        return text.Length > 0 ? $"{path}?{text}" : path;
    }
}
