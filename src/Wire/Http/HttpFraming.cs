namespace DbIngest.Wire.Http;

/// <summary>
/// Frames requests and answers in one version of HTTP. <see cref="HttpConnection"/> creates one when it opens and calls it for
/// one request at a time. The caller must read each answer to its end before the next request.
/// </summary>
internal abstract class HttpFraming
{
    /// <summary>True from the head of an answer until the end of its body.</summary>
    public bool IsInBody { get; protected set; }

    /// <summary>
    /// Between requests: true if no further request may be sent, since the server closed the connection or says that it will.
    /// </summary>
    /// <exception cref="ConnectionLostException">The connection is lost.</exception>
    public abstract bool IsSpent { get; }

    /// <summary>Sends a request.</summary>
    /// <param name="head">The head of the request in HTTP/1.1, up to the value of <c>Content-Length</c>.</param>
    /// <param name="body">Its body; empty for none.</param>
    public abstract void Send(ReadOnlySpan<byte> head, ReadOnlySpan<byte> body);

    /// <summary>Waits for the head of the answer.</summary>
    /// <returns>Its status, 200 or higher.</returns>
    public abstract int ReadHead();

    /// <summary>Reads part of the body of the answer.</summary>
    /// <param name="room">Receives the bytes; not empty.</param>
    /// <returns>Bytes read; 0 at the end of the body.</returns>
    public abstract int Read(Span<byte> room);
}
