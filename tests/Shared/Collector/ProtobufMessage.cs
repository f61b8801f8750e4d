using System.Buffers.Binary;
using System.Text;

namespace DbIngest.Tests.Collector;

/// <summary>
/// The fields of a message of protocol buffers (protobuf.dev/programming-guides/encoding), by their numbers: what the tests read
/// of OTLP without its generated classes.
/// </summary>
internal sealed class ProtobufMessage
{
    private readonly List<(int Number, ulong Scalar, byte[] Bytes)> _fields = [];

    public ProtobufMessage(ReadOnlySpan<byte> bytes)
    {
        while (bytes.Length > 0)
        {
            ulong key = Varint(ref bytes);
            int number = (int)(key >> 3);
            switch (key & 7)
            {
                case 0:
                    _fields.Add((number, Varint(ref bytes), []));
                    break;
                case 1:
                    _fields.Add((number, BinaryPrimitives.ReadUInt64LittleEndian(bytes), []));
                    bytes = bytes[8..];
                    break;
                case 2:
                    int length = (int)Varint(ref bytes);
                    _fields.Add((number, 0, bytes[..length].ToArray()));
                    bytes = bytes[length..];
                    break;
                case 5:
                    _fields.Add((number, BinaryPrimitives.ReadUInt32LittleEndian(bytes), []));
                    bytes = bytes[4..];
                    break;
                default:
                    throw new InvalidDataException(FormattableString.Invariant($"Wire type {key & 7}."));
            }
        }
    }

    public bool Has(int number) => _fields.Exists(field => field.Number == number);

    public ulong Scalar(int number) => _fields.LastOrDefault(field => field.Number == number).Scalar;

    public double Double(int number) => BitConverter.UInt64BitsToDouble(Scalar(number));

    public string Text(int number) => Encoding.UTF8.GetString(Bytes(number));

    public byte[] Bytes(int number) => _fields.LastOrDefault(field => field.Number == number).Bytes ?? [];

    /// <summary>The messages of a repeated field, and of one below each where further numbers are given.</summary>
    public IEnumerable<ProtobufMessage> All(int number, params int[] below)
    {
        var own = _fields.Where(field => field.Number == number).Select(field => new ProtobufMessage(field.Bytes));
        return below.Length == 0 ? own : own.SelectMany(message => message.All(below[0], below[1..]));
    }

    private static ulong Varint(ref ReadOnlySpan<byte> bytes)
    {
        ulong value = 0;
        for (int shift = 0; ; shift += 7)
        {
            byte next = bytes[0];
            bytes = bytes[1..];
            value |= (ulong)(next & 0x7F) << shift;
            if (next < 0x80)
            {
                return value;
            }
        }
    }
}
