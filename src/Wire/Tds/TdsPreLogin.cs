namespace DbIngest.Wire.Tds;

/// <summary>
/// Encodes and decodes the pre-login message, the first of each side, by which they agree on encryption (MS-TDS 2.2.6.5).
/// <see cref="TdsEncryptionHandshake"/> sends and reads it, once per connection. It must hold no secret: except with TDS 8.0, it
/// travels in clear.
/// </summary>
internal static class TdsPreLogin
{
    private const byte VersionOption = 0x00;
    private const byte EncryptionOption = 0x01;
    private const byte InstanceOption = 0x02;
    private const byte ThreadOption = 0x03;
    private const byte MarsOption = 0x04;
    private const byte Terminator = 0xFF;
    private const int OptionBytes = 5;

    /// <summary>The encryption that one side supports or requires, numbered as in the protocol.</summary>
    internal enum Choice : byte
    {
        /// <summary>Encryption of the login only.</summary>
        Off = 0,
        On = 1,
        NotSupported = 2,
        Required = 3,
    }

    /// <summary>Appends the client's pre-login to an empty message.</summary>
    /// <param name="message">The message.</param>
    /// <param name="choice">The encryption that the client requests.</param>
    public static void Write(TdsMessage message, Choice choice)
    {
        byte[][] values = [[1, 0, 0, 0, 0, 0], [(byte)choice], [0], [0, 0, 0, 0], [0]];
        byte[] options = [VersionOption, EncryptionOption, InstanceOption, ThreadOption, MarsOption];
        int offset = (options.Length * OptionBytes) + 1;
        for (int i = 0; i < options.Length; i++)
        {
            message.Bytes([options[i], (byte)(offset >> 8), (byte)offset, 0, (byte)values[i].Length]);
            offset += values[i].Length;
        }

        message.Byte(Terminator);
        foreach (byte[] value in values)
        {
            message.Bytes(value);
        }
    }

    /// <summary>Reads the server's choice of encryption from its pre-login.</summary>
    /// <param name="answer">The server's pre-login, without packet header.</param>
    /// <exception cref="WireProtocolException">The message is not a pre-login, or contains no valid choice.</exception>
    public static Choice ReadChoice(ReadOnlySpan<byte> answer)
    {
        var options = new WireReader(answer);
        for (byte option = options.Byte(); option != Terminator; option = options.Byte())
        {
            int offset = options.UInt16();
            int length = options.UInt16();
            if (option == EncryptionOption)
            {
                var value = new WireReader(answer);
                value.Take(offset);
                return length == 1 && (Choice)value.Byte() is <= Choice.Required and var choice
                    ? choice
                    : throw new WireProtocolException("The server's pre-login has an unknown choice of encryption.");
            }
        }

        throw new WireProtocolException("The server's pre-login has no choice of encryption.");
    }
}
