using System.Globalization;

namespace DbIngest.Wire.Cql.Errors;

/// <summary>The server answered a request with an error. The connection can be used further.</summary>
public class CqlServerException : WireException
{
    /// <summary>Creates the exception.</summary>
    /// <param name="code">The error code.</param>
    /// <param name="serverMessage">The server's own words.</param>
    /// <param name="detail">The fields that come with this code, in words; empty when there are none.</param>
    public CqlServerException(CqlErrorCode code, string serverMessage, string detail = "")
        : base(Describe(code, serverMessage, detail), innerException: null)
    {
        Code = code;
        ServerMessage = serverMessage;
    }

    /// <summary>The error code.</summary>
    public CqlErrorCode Code { get; }

    /// <summary>The server's own words.</summary>
    public string ServerMessage { get; }

    private static string Describe(CqlErrorCode code, string serverMessage, string detail)
    {
        string name = Enum.IsDefined(code) ? code.ToString() : "Unknown error";
        string text = string.Create(CultureInfo.InvariantCulture, $"{name} (0x{(int)code:X4}): {CqlErrorMeaning.Of(code)}");
        return $"{text}{(detail.Length > 0 ? $" ({detail})" : string.Empty)}. The server says: {serverMessage}";
    }
}
