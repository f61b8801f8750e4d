using System.Globalization;

namespace DbIngest.Wire.Http;

/// <summary>
/// The server answered with a status other than 2xx. <see cref="HttpConnection.ReceiveHead"/> throws it. The table of errors of
/// each HTTP target decides by <see cref="Status"/> and <see cref="Text"/> whether to retry. Afterwards
/// <see cref="HttpConnection.IsBroken"/> tells whether the connection stays usable.
/// </summary>
/// <param name="status">The status code.</param>
/// <param name="text">The beginning of the server's message, at most 2,000 bytes.</param>
public sealed class HttpStatusException(int status, string text) : WireException(
    string.Create(CultureInfo.InvariantCulture,
        $"The server answers with status {status}: {(text.Length > 0 ? text : "no text.")}"),
    innerException: null)
{

    /// <summary>The status code, 300 or higher.</summary>
    public int Status => status;

    /// <summary>The beginning of the server's message; may be empty.</summary>
    public string Text => text;

    /// <summary>Whether credentials are missing, wrong or insufficient.</summary>
    public bool IsAccess => Status is 401 or 403;
}
