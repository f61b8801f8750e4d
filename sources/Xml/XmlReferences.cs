using System.Buffers.Text;
using System.Text;

namespace DbIngest.Sources.Xml;

/// <summary>
/// Decodes the references that every XML document may hold: five entities, and characters by number. <see cref="XmlText"/> calls
/// it for texts, <see cref="MeasurementReader"/> and <see cref="EspiCatalog"/> for attributes. It defines no entities, so a
/// document cannot expand.
/// </summary>
internal static class XmlReferences
{
    /// <summary>Decodes the value of an attribute. False when it holds an undefined or malformed reference.</summary>
    /// <param name="value">The text between the quotes.</param>
    public static bool TryDecodeText(ReadOnlySpan<byte> value, out string text)
    {
        var decoded = new StringBuilder();
        Span<byte> character = stackalloc byte[4];
        text = string.Empty;
        for (int at; (at = value.IndexOf((byte)'&')) >= 0;)
        {
            int end = value[at..].IndexOf((byte)';');
            if (end < 0 || !TryDecode(value.Slice(at + 1, end - 1), character, out int length))
            {
                return false;
            }

            decoded.Append(Encoding.UTF8.GetString(value[..at])).Append(Encoding.UTF8.GetString(character[..length]));
            value = value[(at + end + 1)..];
        }

        text = decoded.Append(Encoding.UTF8.GetString(value)).ToString();
        return true;
    }

    /// <summary>Decodes one reference. False when it is not one of these, or names a character that XML does not allow.</summary>
    /// <param name="reference">The text between the ampersand and the semicolon.</param>
    /// <param name="utf8">Receives the character; at least 4 bytes.</param>
    /// <param name="length">The character's length in bytes.</param>
    public static bool TryDecode(ReadOnlySpan<byte> reference, Span<byte> utf8, out int length)
    {
        length = 1;
        utf8[0] = reference switch
        {
            [(byte)'l', (byte)'t'] => (byte)'<',
            [(byte)'g', (byte)'t'] => (byte)'>',
            [(byte)'a', (byte)'m', (byte)'p'] => (byte)'&',
            [(byte)'q', (byte)'u', (byte)'o', (byte)'t'] => (byte)'"',
            [(byte)'a', (byte)'p', (byte)'o', (byte)'s'] => (byte)'\'',
            _ => 0,
        };
        if (utf8[0] != 0)
        {
            return true;
        }

        bool hexadecimal = reference is [(byte)'#', (byte)'x', ..];
        var digits = hexadecimal ? reference[2..] : reference is [(byte)'#', ..] ? reference[1..] : default;
        return digits.Length is > 0 and <= 8
            && char.IsAsciiLetterOrDigit((char)digits[0])
            && Utf8Parser.TryParse(digits, out int code, out int used, hexadecimal ? 'x' : 'D')
            && used == digits.Length
            && code is 9 or 10 or 13 or (>= 32 and not (>= 0xD800 and <= 0xDFFF) and not (0xFFFE or 0xFFFF))
            && Rune.IsValid(code)
            && new Rune(code).TryEncodeToUtf8(utf8, out length);
    }
}
