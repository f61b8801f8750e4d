using System.Text;
using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Comtrade;

/// <summary>
/// Decodes the text of a COMTRADE configuration, which does not name its character set: UTF-8, GBK, windows-1251, CP866,
/// windows-1252 or UTF-16, told apart by which bytes occur together. <see cref="ConfigurationParser"/> calls it first. It never
/// fails: windows-1252 remains for other bytes.
/// </summary>
internal static class ConfigurationText
{
    private static readonly UTF8Encoding StrictUtf8 = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    /// <summary>Decodes text.</summary>
    /// <param name="encoding">Name of the character set: <c>ascii</c>, <c>utf-8</c>, <c>gbk</c>, <c>cp1251</c>, <c>cp866</c>,
    /// <c>cp1252</c> or a UTF-16.</param>
    public static string Decode(ReadOnlySpan<byte> bytes, out string encoding)
    {
        if (TextEncodings.Detect(bytes) is UnicodeEncoding wide)
        {
            encoding = wide.WebName;
            return Unmarked(wide.GetString(bytes));
        }

        bytes = ByteOrderMark.Skip(bytes);
        if (!bytes.ContainsAnyExceptInRange((byte)0, (byte)127))
        {
            encoding = "ascii";
            return Encoding.ASCII.GetString(bytes);
        }

        try
        {
            string text = StrictUtf8.GetString(bytes);
            encoding = "utf-8";
            return Unmarked(text);
        }
        catch (DecoderFallbackException)
        {
            (encoding, int codePage) = Guess(bytes);
            return CodePagesEncodingProvider.Instance.GetEncoding(codePage)!.GetString(bytes);
        }
    }

    /// <summary>Removes byte order marks. Programs that concatenate texts leave them in the middle, even in names.</summary>
    private static string Unmarked(string text) => text.Replace("\uFEFF", "", StringComparison.Ordinal);

    private static (string Name, int CodePage) Guess(ReadOnlySpan<byte> bytes)
    {
        int high = 0;
        int runs = 0;
        int upper = 0;
        int dos = 0;
        bool inRun = false;
        foreach (byte b in bytes)
        {
            bool isHigh = b >= 0x80;
            high += isHigh ? 1 : 0;
            runs += isHigh && !inRun ? 1 : 0;
            upper += b is >= 0xC0 or 0xA8 or 0xB8 or 0xB9 ? 1 : 0;
            dos += b is (>= 0x80 and <= 0xAF) or (>= 0xE0 and <= 0xF1) ? 1 : 0;
            inRun = isHigh;
        }

        // A unit of Cyrillic letters alone between commas decides: A and V in Russian are one byte each, which no western unit
        // is.
        if (CyrillicFields(bytes) is { } cyrillic && (cyrillic == 1251 ? upper : dos) >= 0.95 * high)
        {
            return (cyrillic == 1251 ? "cp1251" : "cp866", cyrillic);
        }

        // Accented letters of western languages stand alone among ASCII letters. The other scripts come in runs.
        if (high < 2 * runs)
        {
            return ("cp1252", 1252);
        }

        // Cyrillic letters fill one half of the upper range. GBK characters have trail bytes all over it.
        if (upper >= 0.95 * high)
        {
            return ("cp1251", 1251);
        }

        return dos >= 0.95 * high ? ("cp866", 866) : IsGbk(bytes) ? ("gbk", 936) : ("cp1252", 1252);
    }

    /// <summary>
    /// Returns the code page in which a short field between commas, all high bytes, is Cyrillic letters. Null when there is no
    /// field like that.
    /// </summary>
    private static int? CyrillicFields(ReadOnlySpan<byte> bytes)
    {
        const int MaxLetters = 3;
        int? found = null;
        for (int i = 0, start = 0; i <= bytes.Length; i++)
        {
            if (i < bytes.Length && bytes[i] is not ((byte)',' or (byte)'\n' or (byte)'\r'))
            {
                continue;
            }

            var field = bytes[start..i].Trim((byte)' ');
            start = i + 1;
            if (field.Length is 0 or > MaxLetters || field.ContainsAnyInRange((byte)0, (byte)127))
            {
                continue;
            }

            bool isDos = true;
            bool isWindows = true;
            foreach (byte b in field)
            {
                isDos &= b is (>= 0x80 and <= 0xAF) or (>= 0xE0 and <= 0xEF);
                isWindows &= b >= 0xC0;
            }

            // Lower-case letters at the end of the alphabet could be either. Units begin with A, V or k.
            found ??= isDos && !isWindows ? 866 : isWindows && !isDos ? 1251 : null;
        }

        return found;
    }

    private static bool IsGbk(ReadOnlySpan<byte> bytes)
    {
        for (int i = 0; i < bytes.Length; i++)
        {
            if (bytes[i] < 0x80)
            {
                continue;
            }

            if (bytes[i] is 0x80 or 0xFF || ++i == bytes.Length || bytes[i] is < 0x40 or 0x7F or 0xFF)
            {
                return false;
            }
        }

        return true;
    }
}
