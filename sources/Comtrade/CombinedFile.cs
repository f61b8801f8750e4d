using System.Globalization;
using System.Text;
using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Comtrade;

/// <summary>
/// Opens a combined file (.cff, IEEE C37.111-2013 clause 9): reads the configuration and returns the data as a stream.
/// <see cref="ComtradeFormat"/> recognises files by it and opens each file once. It refuses data whose header contradicts the
/// configuration.
/// </summary>
/// <remarks>
/// The file holds the sections CFG, INF, HDR and DAT, each after a line <c>--- file type: DAT BINARY: 4214 ---</c> that names the
/// data's coding and, for binary data, its bytes.
/// </remarks>
internal sealed class CombinedFile
{
    private const int MaxConfigurationBytes = 16 * 1024 * 1024;
    private const int MaxSeparatorBytes = 200;

    private readonly string _name;
    private readonly DataWindow _window;
    private readonly Func<string, byte[], ComtradeConfiguration> _parse;
    private readonly Func<long, byte[]?> _peek;

    private CombinedFile(string name, DataWindow window, Func<string, byte[], ComtradeConfiguration> parse,
        Func<long, byte[]?> peek)
    {
        _name = name;
        _window = window;
        _parse = parse;
        _peek = peek;
    }

    /// <summary>True when content begins like a combined file.</summary>
    public static bool Recognises(ReadOnlySpan<byte> head)
    {
        head = TextEncodings.FromUtf16(head).TrimStart(" \t\r\n"u8);
        int end = head.IndexOfAny((byte)'\r', (byte)'\n');
        return end > 0 && TrySeparator(head[..end], out string type) && type.StartsWith("CFG", StringComparison.Ordinal);
    }

    /// <summary>Reads up to the data section.</summary>
    /// <param name="content">The file. The returned data stream disposes it.</param>
    /// <param name="parse">Parses the configuration's text.</param>
    /// <param name="peek">Returns some bytes from an offset of the file on; null when the file can only be read in order.</param>
    /// <returns>The configuration, and the data.</returns>
    /// <exception cref="InputException">The file has no configuration before its data, or the header of its data section
    /// contradicts the configuration.</exception>
    public static (ComtradeConfiguration Configuration, Stream Data) Open(string name, Stream content,
        Func<string, byte[], ComtradeConfiguration> parse, Func<long, byte[]?> peek) =>
        new CombinedFile(name, new DataWindow(content), parse, peek).Open();

    private (ComtradeConfiguration Configuration, Stream Data) Open()
    {
        byte[]? text = null;
        string? type = null;
        using var section = new MemoryStream();
        while (NextLine(out var line))
        {
            if (TrySeparator(line, out string next))
            {
                text ??= type == "CFG" ? section.ToArray() : null;
                section.SetLength(0);
                type = next;
                _window.Advance(Taken(line.Length));
                if (type.StartsWith("DAT", StringComparison.Ordinal))
                {
                    return Data(text
                        ?? throw Refusal.At(_name, 0, "the configuration is missing, or comes after the data"), type);
                }

                continue;
            }

            if (type == "CFG")
            {
                section.Write(line);
                section.WriteByte((byte)'\n');
                if (section.Length > MaxConfigurationBytes)
                {
                    throw Refusal.At(_name, 0, "the configuration is longer than 16 MiB");
                }
            }

            _window.Advance(Taken(line.Length));
        }

        throw Refusal.At(_name, 0, type is null
            ? "it is no COMTRADE combined file: it does not begin with '--- file type: CFG ---'" : "it has no data section");
    }

    private (ComtradeConfiguration Configuration, Stream Data) Data(byte[] text, string type)
    {
        var configuration = _parse(_name, text);
        string[] words = type.Split([' ', ':', ','], StringSplitOptions.RemoveEmptyEntries);
        long? bytes = null;
        bool base64 = false;
        foreach (string written in words[1..])
        {
            string word = written.Trim('"', '\'');
            if (long.TryParse(word, NumberStyles.None, CultureInfo.InvariantCulture, out long count))
            {
                bytes = count;
            }
            else if (word is "BASE64" or "BASE-64")
            {
                base64 = true;
            }
            else if (Enum.TryParse<ComtradeCoding>(word, ignoreCase: true, out var coding) && !char.IsAsciiDigit(word[0]))
            {
                if (coding != configuration.Coding)
                {
                    throw Refusal.At(_name, 0,
                        $"the data section says {word}, the configuration says "
                        + $"{configuration.Coding.ToString().ToUpperInvariant()}");
                }
            }
            else
            {
                throw Refusal.At(_name, 0, $"the header of the data section has an unknown word, '{SafeText.Text(word)}'");
            }
        }

        // A section that is longer than its header says holds misaligned samples: refuse it before the first one is read.
        if (!base64 && configuration.Coding != ComtradeCoding.Ascii && bytes is { } counted
            && _peek(_window.Position + counted) is { } rest && !SectionStream.IsEnd(rest))
        {
            throw SectionStream.TooLong(_name, counted);
        }

        Stream data = base64
            ? new Base64Stream(_name, _window)
            : new SectionStream(_name, _window, configuration.Coding == ComtradeCoding.Ascii ? null : bytes);
        return (configuration, data);
    }

    private static bool TrySeparator(ReadOnlySpan<byte> line, out string type)
    {
        type = string.Empty;
        if (line.Length > MaxSeparatorBytes || !line.StartsWith("---"u8))
        {
            return false;
        }

        string text = Encoding.Latin1.GetString(line).Trim().Trim('-').Trim().ToUpperInvariant();
        int colon = text.IndexOf(':', StringComparison.Ordinal);
        if (colon < 0 || text[..colon].Trim() != "FILE TYPE")
        {
            return false;
        }

        type = text[(colon + 1)..].Trim();
        return type.Length > 0;
    }

    /// <summary>Gets the next line without its end. The window stays before the line.</summary>
    private bool NextLine(out ReadOnlySpan<byte> line)
    {
        line = default;
        if (!_window.Ensure(1))
        {
            return false;
        }

        int end = _window.Bytes.IndexOf((byte)'\n');
        if (end < 0)
        {
            _window.Ensure(_window.Size);
            end = _window.Bytes.IndexOf((byte)'\n');
        }

        if (end < 0 && !_window.Ended)
        {
            throw Refusal.At(_name, 0,
                FormattableString.Invariant($"a line before the data is longer than {_window.Size} bytes"));
        }

        line = _window.Bytes[..(end < 0 ? _window.Bytes.Length : end)];
        return true;
    }

    private int Taken(int lineBytes) => Math.Min(lineBytes + 1, _window.Bytes.Length);
}
