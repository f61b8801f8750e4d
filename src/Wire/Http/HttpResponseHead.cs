using System.Buffers.Text;
using System.Text;

namespace DbIngest.Wire.Http;

/// <summary>
/// The head of an HTTP answer (RFC 9112): its status, and the headers that frame its body. <see cref="Http1Framing"/> reads one
/// per answer, interim answers included. Allocates nothing.
/// </summary>
internal struct HttpResponseHead
{
    /// <summary>The status code, 100 or higher.</summary>
    public int Status { get; private set; }

    /// <summary>Length of the body in bytes; null if the head does not contain it.</summary>
    public long? Length { get; private set; }

    /// <summary>Whether the body is chunked.</summary>
    public bool IsChunked { get; private set; }

    /// <summary>Whether the server will close the connection after the body.</summary>
    public bool Closes { get; private set; }

    /// <summary>Whether a body follows.</summary>
    public readonly bool HasBody => Status is not (204 or 304) and >= 200;

    /// <summary>Parses a head.</summary>
    /// <param name="lines">All lines without the empty one that ends the head.</param>
    /// <exception cref="WireProtocolException">
    /// The bytes are not a head of HTTP/1, or name a transfer encoding other than chunked.
    /// </exception>
    public static HttpResponseHead Read(ReadOnlySpan<byte> lines)
    {
        var head = default(HttpResponseHead);
        bool isFirst = true;
        foreach (var range in lines.Split("\r\n"u8))
        {
            var line = lines[range];
            if (isFirst)
            {
                head.ReadStatus(line);
                isFirst = false;
            }
            else
            {
                head.ReadHeader(line);
            }
        }

        return head;
    }

    private void ReadStatus(ReadOnlySpan<byte> line)
    {
        if (line.Length < 12 || !line.StartsWith("HTTP/1."u8) || !Utf8Parser.TryParse(line[9..12], out int status, out int used)
            || used != 3 || status < 100)
        {
            throw new WireProtocolException(
                "The server's answer does not begin like HTTP/1.1: is the port that of another service?");
        }

        Status = status;
        Closes = line[7] == '0';
    }

    private void ReadHeader(ReadOnlySpan<byte> line)
    {
        int colon = line.IndexOf((byte)':');
        if (colon < 0)
        {
            throw new WireProtocolException("A header of the server's answer has no colon.");
        }

        var name = line[..colon];
        var value = line[(colon + 1)..].Trim(" \t"u8);
        if (Ascii.EqualsIgnoreCase(name, "content-length"u8))
        {
            Length = Utf8Parser.TryParse(value, out long length, out int used) && used == value.Length && length >= 0
                ? length
                : throw new WireProtocolException("The Content-Length of the server's answer is not a number.");
        }
        else if (Ascii.EqualsIgnoreCase(name, "transfer-encoding"u8))
        {
            IsChunked = Ascii.EqualsIgnoreCase(value, "chunked"u8)
                ? true
                : throw new WireProtocolException("The server's answer has a transfer encoding other than chunked.");
        }
        else if (Ascii.EqualsIgnoreCase(name, "connection"u8))
        {
            Closes = !Ascii.EqualsIgnoreCase(value, "keep-alive"u8) && (Closes || Ascii.EqualsIgnoreCase(value, "close"u8));
        }
    }
}
