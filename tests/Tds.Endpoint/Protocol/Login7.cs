using System.Buffers.Binary;
using System.Text;

namespace DbIngest.Tds.Endpoint.Protocol;

/// <summary>What a client logs in with (MS-TDS 2.2.6.4).</summary>
/// <param name="Version">The protocol version that it asks for.</param>
/// <param name="PacketSize">The packet size that it asks for.</param>
/// <param name="User">The user.</param>
/// <param name="Password">The password in clear.</param>
/// <param name="Application">The program's name.</param>
/// <param name="Database">The database; empty for the default one.</param>
/// <param name="NewPassword">The password that replaces the old one; empty for none.</param>
/// <param name="Features">The feature extensions that it names.</param>
internal sealed record Login7(
    uint Version, int PacketSize, string User, string Password, string Application, string Database, string NewPassword,
        IReadOnlyList<byte> Features)
{
    private const int Extension = 0x10;

    public static Login7 Read(byte[] message)
    {
        (int Offset, int Length) Place(int at) =>
            (BinaryPrimitives.ReadUInt16LittleEndian(message.AsSpan(at)),
                BinaryPrimitives.ReadUInt16LittleEndian(message.AsSpan(at + 2)));
        string Text(int at) => Encoding.Unicode.GetString(message, Place(at).Offset, 2 * Place(at).Length);
        string Hidden(int at)
        {
            byte[] bytes = message.AsSpan(Place(at).Offset, 2 * Place(at).Length).ToArray();
            for (int i = 0; i < bytes.Length; i++)
            {
                int plain = bytes[i] ^ 0xA5;
                bytes[i] = (byte)((plain << 4) | (plain >> 4));
            }

            return Encoding.Unicode.GetString(bytes);
        }

        var features = new List<byte>();
        if ((message[27] & Extension) != 0)
        {
            int at = BinaryPrimitives.ReadInt32LittleEndian(message.AsSpan(Place(56).Offset));
            for (; message[at] != 0xFF; at += 5 + BinaryPrimitives.ReadInt32LittleEndian(message.AsSpan(at + 1)))
            {
                features.Add(message[at]);
            }
        }

        return new Login7(
            BinaryPrimitives.ReadUInt32LittleEndian(message.AsSpan(4)),
            BinaryPrimitives.ReadInt32LittleEndian(message.AsSpan(8)),
            Text(40), Hidden(44), Text(48), Text(68), Hidden(86), features);
    }
}
