using System.Globalization;

namespace DbIngest.Wire.MySql;

/// <summary>The server answered with an ERR packet. The connection can be used further unless it was the login that failed.</summary>
public sealed class MySqlServerException : WireException
{
    /// <summary>Creates the exception.</summary>
    /// <param name="code">The number: MySQL reference manual, "Server Error Message Reference"; MariaDB knowledge base, "MariaDB Error Codes".</param>
    /// <param name="sqlState">The SQLSTATE, five characters; <c>HY000</c> where there is none.</param>
    /// <param name="serverMessage">The server's own words.</param>
    public MySqlServerException(int code, string sqlState, string serverMessage)
        : base(string.Create(CultureInfo.InvariantCulture, $"{code} ({sqlState}): {serverMessage}"), innerException: null)
    {
        Code = code;
        SqlState = sqlState;
    }

    /// <summary>The number.</summary>
    public int Code { get; }

    /// <summary>The SQLSTATE, five characters.</summary>
    public string SqlState { get; }

    /// <summary>Reads an ERR packet behind its first byte: 16-bit number, <c>#</c> and SQLSTATE (not before the greeting), words.</summary>
    internal static MySqlServerException Read(WireReader packet)
    {
        int code = packet.UInt16Little();
        string words = packet.Utf8(packet.Remaining);
        return words.Length > 5 && words[0] == '#' ? new(code, words[1..6], words[6..]) : new(code, "HY000", words);
    }
}
