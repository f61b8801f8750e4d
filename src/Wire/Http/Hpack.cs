using System.Buffers.Text;
using System.Text;

namespace DbIngest.Wire.Http;

/// <summary>
/// Encodes request heads for HTTP/2, and reads the status from answer heads (RFC 7541). <see cref="Http2Framing"/> calls it for
/// every request and answer, and tells the server to keep no dynamic table. Hpack uses the static table alone, so no head depends
/// on those before it. Allocates nothing.
/// </summary>
internal static class Hpack
{
    // Entries of the static table (RFC 7541, appendix A).
    private const int Authority = 1;
    private const int MethodGet = 2;
    private const int MethodPost = 3;
    private const int Path = 4;
    private const int SchemeHttp = 6;
    private const int SchemeHttps = 7;
    private const int FirstStatus = 8;
    private const int LastStatus = 14;
    private const int Authorization = 23;
    private const int ContentLength = 28;
    private const int ContentType = 31;
    private const int UserAgent = 58;
    private const int StaticEntries = 61;

    // Kinds of a field, in its first bits.
    private const int Indexed = 0x80;
    private const int WithIndexing = 0x40;
    private const int SizeUpdate = 0x20;
    private const int NeverIndexed = 0x10;
    private const int HuffmanFlag = 0x80;

    private static ReadOnlySpan<short> Statuses => [200, 204, 206, 304, 400, 404, 500];

    /// <summary>Encodes the head of a request.</summary>
    /// <param name="head">The head in HTTP/1.1, up to the value of <c>Content-Length</c>; its second line is the host.</param>
    /// <param name="bodyBytes">Length of the body.</param>
    /// <param name="isEncrypted">True for the scheme https.</param>
    /// <param name="room">Receives the fields; at least 256 bytes longer than the head.</param>
    /// <returns>Bytes written.</returns>
    public static int Encode(ReadOnlySpan<byte> head, int bodyBytes, bool isEncrypted, Span<byte> room)
    {
        int end = 0;
        bool isFirst = true;
        foreach (var range in head.Split("\r\n"u8))
        {
            var line = head[range];
            if (isFirst)
            {
                int method = line.IndexOf((byte)' ');
                int version = line.LastIndexOf((byte)' ');
                end += Method(line[..method], room);
                end += Integer(isEncrypted ? SchemeHttps : SchemeHttp, 7, Indexed, room[end..]);
                end += Field(Path, line[(method + 1)..version], room[end..]);
                isFirst = false;
                continue;
            }

            int colon = line.IndexOf((byte)':');
            end += Header(line[..colon], line[(colon + 1)..].Trim((byte)' '), bodyBytes, room[end..]);
        }

        return end;
    }

    /// <summary>Finds the status of an answer.</summary>
    /// <param name="fields">The whole block of fields.</param>
    /// <returns>The status; 0 for a block without one, as trailers are.</returns>
    /// <exception cref="WireProtocolException">The block is damaged, or refers to a table that was not agreed on.</exception>
    public static int Status(ReadOnlySpan<byte> fields)
    {
        int status = 0;
        while (!fields.IsEmpty)
        {
            int first = fields[0];
            if (first >= Indexed)
            {
                int entry = Integer(ref fields, 7);
                if (entry is 0 or > StaticEntries)
                {
                    throw Damaged();
                }

                status = entry is >= FirstStatus and <= LastStatus ? Statuses[entry - FirstStatus] : status;
            }
            else if (first is >= SizeUpdate and < WithIndexing)
            {
                // The table has no entries in any case.
                Integer(ref fields, 5);
            }
            else
            {
                int name = Integer(ref fields, first >= WithIndexing ? 6 : 4);
                if (name > StaticEntries)
                {
                    throw Damaged();
                }

                bool isStatus = name is >= FirstStatus and <= LastStatus;
                if (name == 0)
                {
                    isStatus = Text(ref fields, out bool isHuffman).SequenceEqual(":status"u8) && !isHuffman;
                }

                var value = Text(ref fields, out bool isCompressed);
                status = isStatus ? Number(value, isCompressed) : status;
            }
        }

        return status;
    }

    private static int Method(ReadOnlySpan<byte> method, Span<byte> room) =>
        method.SequenceEqual("GET"u8) ? Integer(MethodGet, 7, Indexed, room)
        : method.SequenceEqual("POST"u8) ? Integer(MethodPost, 7, Indexed, room)
        : Field(MethodGet, method, room);

    private static int Header(ReadOnlySpan<byte> name, ReadOnlySpan<byte> value, int bodyBytes, Span<byte> room)
    {
        if (Ascii.EqualsIgnoreCase(name, "host"u8))
        {
            return Field(Authority, value, room);
        }

        if (Ascii.EqualsIgnoreCase(name, "content-length"u8))
        {
            Span<byte> digits = stackalloc byte[11];
            Utf8Formatter.TryFormat(bodyBytes, digits, out int count);
            return Field(ContentLength, digits[..count], room);
        }

        if (Ascii.EqualsIgnoreCase(name, "authorization"u8))
        {
            // No proxy on the way may keep it in a table.
            int length = Integer(Authorization, 4, NeverIndexed, room);
            return length + Text(value, room[length..]);
        }

        if (Ascii.EqualsIgnoreCase(name, "content-type"u8))
        {
            return Field(ContentType, value, room);
        }

        if (Ascii.EqualsIgnoreCase(name, "user-agent"u8))
        {
            return Field(UserAgent, value, room);
        }

        room[0] = 0;
        int end = 1 + Integer(name.Length, 7, 0, room[1..]);
        Ascii.ToLower(name, room[end..], out _);
        end += name.Length;
        return end + Text(value, room[end..]);
    }

    /// <summary>A field whose name is in the static table, without indexing.</summary>
    private static int Field(int name, ReadOnlySpan<byte> value, Span<byte> room)
    {
        int length = Integer(name, 4, 0, room);
        return length + Text(value, room[length..]);
    }

    private static int Text(ReadOnlySpan<byte> text, Span<byte> room)
    {
        int length = Integer(text.Length, 7, 0, room);
        text.CopyTo(room[length..]);
        return length + text.Length;
    }

    /// <summary>Writes an integer behind the bits of its kind (RFC 7541, 5.1) and returns the bytes written.</summary>
    private static int Integer(int value, int bits, int kind, Span<byte> room)
    {
        int most = (1 << bits) - 1;
        if (value < most)
        {
            room[0] = (byte)(kind | value);
            return 1;
        }

        room[0] = (byte)(kind | most);
        int end = 1;
        for (value -= most; value >= 0x80; value >>= 7)
        {
            room[end++] = (byte)(0x80 | (value & 0x7F));
        }

        room[end++] = (byte)value;
        return end;
    }

    private static int Integer(ref ReadOnlySpan<byte> fields, int bits)
    {
        const int LongestShift = 21;
        int most = (1 << bits) - 1;
        int value = fields[0] & most;
        int used = 1;
        if (value == most)
        {
            int shift = 0;
            byte next;
            do
            {
                if (used == fields.Length || shift > LongestShift)
                {
                    throw Damaged();
                }

                next = fields[used++];
                value += (next & 0x7F) << shift;
                shift += 7;
            }
            while (next >= 0x80);
        }

        fields = fields[used..];
        return value;
    }

    private static ReadOnlySpan<byte> Text(ref ReadOnlySpan<byte> fields, out bool isHuffman)
    {
        if (fields.IsEmpty)
        {
            throw Damaged();
        }

        isHuffman = (fields[0] & HuffmanFlag) != 0;
        int length = Integer(ref fields, 7);
        if (length > fields.Length)
        {
            throw Damaged();
        }

        var text = fields[..length];
        fields = fields[length..];
        return text;
    }

    /// <summary>
    /// Reads three digits, plain or by the code of RFC 7541, appendix B, which has 0 to 2 in five bits and 3 to 9 in six.
    /// </summary>
    private static int Number(ReadOnlySpan<byte> text, bool isHuffman)
    {
        if (!isHuffman)
        {
            return Utf8Parser.TryParse(text, out int plain, out int used) && used == text.Length && plain is >= 100 and <= 999
                ? plain
                : throw Damaged();
        }

        const int LeastOfSixBits = 0b011001;
        uint code = 0;
        foreach (byte next in text.Length <= 3 ? text : throw Damaged())
        {
            code = (code << 8) | next;
        }

        int number = 0;
        int left = text.Length * 8;
        for (int digit = 0; digit < 3; digit++)
        {
            int five = left >= 5 ? (int)(code >> (left - 5)) & 0x1F : throw Damaged();
            int six = left >= 6 ? (int)(code >> (left - 6)) & 0x3F : 0;
            int value = five <= 2 ? five : six - LeastOfSixBits + 3;
            left -= five <= 2 ? 5 : 6;
            number = value is >= 0 and <= 9 && left >= 0 ? (number * 10) + value : throw Damaged();
        }

        return number is >= 100 ? number : throw Damaged();
    }

    private static WireProtocolException Damaged() => new("The head of the server's answer cannot be read as one of HTTP/2.");
}
