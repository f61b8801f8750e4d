using System.Text;

namespace DbIngest.Wire.Http;

/// <summary>The head of a request but for the length of its body: made once, sent with as many bodies as there are.</summary>
public sealed class HttpRequest
{
    private HttpRequest(byte[] head) => Head = head;

    /// <summary>All lines up to the value of <c>Content-Length</c>, which is the last.</summary>
    internal byte[] Head { get; }

    /// <summary>Makes the head of a request.</summary>
    /// <param name="method"><c>GET</c> or <c>POST</c>.</param>
    /// <param name="target">The path, and the query with everything escaped.</param>
    /// <param name="connection">The connection that it is for.</param>
    /// <param name="headers">Further lines, as <c>Name: value</c>.</param>
    /// <returns>The request.</returns>
    /// <exception cref="ArgumentException">A part of it would end its line.</exception>
    public static HttpRequest Make(string method, string target, HttpConnection connection, params IReadOnlyList<string> headers)
    {
        var head = new StringBuilder().Append(method).Append(' ').Append(target).Append(" HTTP/1.1\r\nHost: ").Append(connection.Host).Append("\r\n");
        foreach (string header in (string[])["User-Agent: dbingest", .. connection.Authorization is { } value ? ["Authorization: " + value] : Array.Empty<string>(), .. headers])
        {
            // The value is not repeated: it may be a secret.
            head.Append(header.AsSpan().ContainsAny('\r', '\n') ? throw new ArgumentException("A header of a request has an end of line in it.") : header).Append("\r\n");
        }

        return target.AsSpan().ContainsAny('\r', '\n', ' ')
            ? throw new ArgumentException("The target of a request has a blank or an end of line in it.")
            : new HttpRequest(Encoding.UTF8.GetBytes(head.Append("Content-Length: ").ToString()));
    }

    /// <summary>A path with a query, its values escaped.</summary>
    /// <param name="path">The path.</param>
    /// <param name="query">Names and values; what has no value is left out.</param>
    /// <returns>The target of a request.</returns>
    public static string Target(string path, params IEnumerable<(string Name, string? Value)> query)
    {
        string text = string.Join('&', query.Where(q => q.Value is not null).Select(q => $"{q.Name}={Uri.EscapeDataString(q.Value!)}"));
        return text.Length > 0 ? $"{path}?{text}" : path;
    }
}
