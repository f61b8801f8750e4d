using System.Globalization;

namespace DbIngest.Wire.Cql.Errors;

/// <summary>
/// The server answered a request with an ERROR message. <see cref="CqlErrorReader"/> creates it from an answer, and
/// <c>CqlHandshake</c> for a login that needs other credentials. <c>CassandraErrors</c> decides by <see cref="Code"/> whether to
/// retry. Derived types carry the fields of their codes. The connection stays usable, unless the login failed.
/// </summary>
/// <param name="code">The error code.</param>
/// <param name="serverMessage">The server's message, unchanged.</param>
/// <param name="detail">The fields that come with this code, as text; empty if there are none.</param>
public class CqlServerException(CqlErrorCode code, string serverMessage, string detail = "")
    : WireException(Describe(code, serverMessage, detail), innerException: null)
{
    /// <summary>The error code.</summary>
    public CqlErrorCode Code => code;

    /// <summary>The server's message, unchanged.</summary>
    public string ServerMessage => serverMessage;

    private static string Describe(CqlErrorCode code, string serverMessage, string detail)
    {
        string name = Enum.IsDefined(code) ? code.ToString() : "Unknown error";
        string text = string.Create(CultureInfo.InvariantCulture, $"{name} (0x{(int)code:X4}): {CqlErrorMeaning.Of(code)}");
        return $"{text}{(detail.Length > 0 ? $" ({detail})" : string.Empty)}. The server says: {serverMessage}";
    }
}
