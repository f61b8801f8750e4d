using System.Text;

namespace DbIngest.Wire.Tds;

/// <summary>
/// Encodes the login message (MS-TDS 2.2.6.4, LOGIN7) for <see cref="TdsConnection.Open"/>, once per connection. The protocol
/// only obfuscates the password, so the connection must be encrypted unless the user chose otherwise.
/// </summary>
internal static class TdsLogin
{
    /// <summary>TDS 7.4.</summary>
    public const uint Version7 = 0x74000004;

    /// <summary>TDS 8.0.</summary>
    public const uint Version8 = 0x08000000;

    private const int FixedBytes = 94;

    // Using the database and setting the language must succeed. ANSI settings like the vendor's drivers.
    private const byte Flags1 = 0xE0;
    private const byte Flags2 = 0x03;

    // Most characters of a field that a user supplies.
    private const int MaxCharacters = 128;

    /// <summary>Appends the login to an empty message.</summary>
    /// <param name="message">The message.</param>
    /// <param name="options">Login, password, database and packet size.</param>
    /// <exception cref="ConnectionLostException">The password is missing, or a field is too long.</exception>
    public static void Write(TdsMessage message, TdsConnectionOptions options)
    {
        string password = options.Password() is { Length: > 0 } given ? given
            : throw new ConnectionLostException("The server asks for a password, and none was given.");
        byte[] hidden = Encoding.Unicode.GetBytes(password);
        Hide(hidden);

        // The fields in the order of the fixed part: host, user, password, application, server, extension, library, language,
        // database.
        string[] texts = [Environment.MachineName, options.User, password, options.Application, options.Host, string.Empty,
            "dbingest", string.Empty, options.Database];
        if (texts.Any(text => text.Length > MaxCharacters))
        {
            throw new ConnectionLostException(
                $"User, password, database and host may have at most {MaxCharacters} characters each.");
        }

        int offset = FixedBytes;
        message.Int32(FixedBytes + (2 * texts.Sum(text => text.Length)));
        message.Int32(unchecked((int)(options.Encryption == TdsEncryption.Strict ? Version8 : Version7)));
        message.Int32(options.PacketBytes).Int32(0x01000000).Int32(Environment.ProcessId).Int32(0);
        message.Byte(Flags1).Byte(Flags2).Byte(0).Byte(0).Int32(0).Int32(0x0409);
        foreach (string text in texts)
        {
            message.UInt16(offset).UInt16(text.Length);
            offset += 2 * text.Length;
        }

        // The client's number, then SSPI, a database file to attach, a new password, and the long length of SSPI.
        message.Bytes([0, 0, 0, 0, 0, 0]);
        for (int i = 0; i < 3; i++)
        {
            message.UInt16(offset).UInt16(0);
        }

        message.Int32(0);
        for (int i = 0; i < texts.Length; i++)
        {
            _ = i == 2 ? message.Bytes(hidden) : message.Text(texts[i]);
        }
    }

    /// <summary>
    /// Obfuscates a password as the protocol prescribes (no encryption): swaps the halves of each byte and flips bits by A5.
    /// </summary>
    private static void Hide(byte[] bytes)
    {
        for (int i = 0; i < bytes.Length; i++)
        {
            bytes[i] = (byte)(((bytes[i] << 4) | (bytes[i] >> 4)) ^ 0xA5);
        }
    }
}
