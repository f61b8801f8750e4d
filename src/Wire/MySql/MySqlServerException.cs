using System.Globalization;

namespace DbIngest.Wire.MySql;

/// <summary>
/// The server answered with an ERR packet. <see cref="MySqlChannel"/> throws it, and <c>MySqlDriverErrors</c> translates errors
/// of the driver into it. <c>MySqlErrors</c> decides by <see cref="Code"/> whether to retry. Afterwards
/// <see cref="MySqlConnection.IsBroken"/> tells whether the session stays usable. It never does after a failed login.
/// </summary>
/// <param name="code">
/// The error number (MySQL reference manual, "Server Error Message Reference"; MariaDB knowledge base, "MariaDB Error Codes").
/// </param>
/// <param name="sqlState">The SQLSTATE, five characters; <c>HY000</c> if the server sent none.</param>
/// <param name="serverMessage">The server's message, unchanged.</param>
public sealed class MySqlServerException(int code, string sqlState, string serverMessage)
    : WireException(string.Create(CultureInfo.InvariantCulture, $"{code} ({sqlState}): {serverMessage}"), innerException: null)
{
    /// <summary>The error number.</summary>
    public int Code => code;

    /// <summary>The SQLSTATE, five characters.</summary>
    public string SqlState => sqlState;

    /// <summary>
    /// Reads an ERR packet behind its first byte: a 16-bit number, <c>#</c> and SQLSTATE (absent before the greeting), the
    /// message.
    /// </summary>
    internal static MySqlServerException Read(WireReader packet)
    {
        int code = packet.UInt16Little();
        string words = packet.Utf8(packet.Remaining);
        return words.Length > 5 && words[0] == '#' ? new(code, words[1..6], words[6..]) : new(code, "HY000", words);
    }
}
