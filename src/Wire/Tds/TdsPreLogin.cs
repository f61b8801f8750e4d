namespace DbIngest.Wire.Tds;

/// <summary>The first message of each side: versions, and whether the connection is to be encrypted (MS-TDS 2.2.6.5).</summary>
internal static class TdsPreLogin
{
    private const byte VersionOption = 0x00;
    private const byte EncryptionOption = 0x01;
    private const byte InstanceOption = 0x02;
    private const byte ThreadOption = 0x03;
    private const byte MarsOption = 0x04;
    private const byte Terminator = 0xFF;
    private const int OptionBytes = 5;

    /// <summary>What a side can do, or insists on.</summary>
    internal enum Choice : byte
    {
        /// <summary>The login only.</summary>
        Off = 0,
        On = 1,
        NotSupported = 2,
        Required = 3,
    }

    /// <summary>Adds the client's message.</summary>
    /// <param name="message">To what.</param>
    /// <param name="choice">What is wanted of encryption.</param>
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

    /// <summary>Reads what the server says of encryption.</summary>
    /// <param name="answer">Its message.</param>
    /// <returns>Its choice.</returns>
    /// <exception cref="WireProtocolException">It is no such message.</exception>
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
                    : throw new WireProtocolException("The server's answer to the pre-login has no choice of encryption that the protocol knows.");
            }
        }

        throw new WireProtocolException("The server's answer to the pre-login says nothing of encryption.");
    }
}
