using System.Globalization;

namespace DbIngest.Wire.Http;

/// <summary>The server answered, and refused: its status is not of the kind 2xx. The connection can be used on.</summary>
public sealed class HttpStatusException : WireException
{
    /// <summary>Creates the exception.</summary>
    /// <param name="status">The status.</param>
    /// <param name="text">What the server says, at its beginning.</param>
    public HttpStatusException(int status, string text)
        : base(string.Create(CultureInfo.InvariantCulture, $"The server answers with status {status}: {(text.Length > 0 ? text : "no text.")}"), innerException: null) =>
        (Status, Text) = (status, text);

    /// <summary>The status, 300 and above.</summary>
    public int Status { get; }

    /// <summary>What the server says.</summary>
    public string Text { get; }

    /// <summary>Whether credentials are missing, wrong, or not enough.</summary>
    public bool IsAccess => Status is 401 or 403;
}
