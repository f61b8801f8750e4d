using System.Buffers.Binary;

namespace DbIngest.Tds.Endpoint.Protocol;

/// <summary>The first message of each side: versions and whether the connection is to be encrypted (MS-TDS 2.2.6.5).</summary>
internal static class PreLogin
{
    private const byte Version = 0x00;
    private const byte Encryption = 0x01;
    private const byte Instance = 0x02;
    private const byte Thread = 0x03;
    private const byte Mars = 0x04;
    private const byte Terminator = 0xFF;
    private const int OptionLength = 5;

    /// <summary>What the client wants of encryption.</summary>
    public static EncryptionChoice ReadEncryption(byte[] message)
    {
        for (int at = 0; at + OptionLength <= message.Length && message[at] != Terminator; at += OptionLength)
        {
            if (message[at] == Encryption)
            {
                return (EncryptionChoice)message[BinaryPrimitives.ReadUInt16BigEndian(message.AsSpan(at + 1))];
            }
        }

        return EncryptionChoice.NotSupported;
    }

    /// <summary>The server's answer.</summary>
    public static void Write(MessageWriter writer, EncryptionChoice encryption)
    {
        byte[][] options = [[16, 0, 0x10, 0x3B, 0, 0], [(byte)encryption], [0], [], [0]];
        byte[] tokens = [Version, Encryption, Instance, Thread, Mars];
        int offset = (tokens.Length * OptionLength) + 1;
        for (int i = 0; i < tokens.Length; i++)
        {
            writer.Bytes([tokens[i], (byte)(offset >> 8), (byte)offset, 0, (byte)options[i].Length]);
            offset += options[i].Length;
        }

        writer.Byte(Terminator);
        foreach (byte[] option in options)
        {
            writer.Bytes(option);
        }
    }
}

/// <summary>Values of the pre-login option ENCRYPTION.</summary>
internal enum EncryptionChoice : byte
{
    /// <summary>Only the login.</summary>
    Off = 0,
    On = 1,
    NotSupported = 2,
    Required = 3,
}
