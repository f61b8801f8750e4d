using System.Text;
using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Comtrade;

/// <summary>
/// Opens COMTRADE recordings: a configuration (.cfg) with its data (.dat) beside it, or both in a combined file (.cff).
/// <see cref="InputFormats"/> tries it on the beginning of a file, and <see cref="InputWorkload"/> opens the file by it for
/// <c>--input</c>, before the first trial. Stateless. Opens files for reading only.
/// </summary>
internal sealed class ComtradeFormat : IInputFormat
{
    private const int MaxConfigurationBytes = 16 * 1024 * 1024;

    public string Name => "comtrade";

    /// <summary>
    /// Recognises a combined file by its first line and a configuration by its second. Two files beside each other are recognised
    /// by their names, so that a broken configuration is not taken for a table.
    /// </summary>
    public bool Recognises(InputFile file) =>
        CombinedFile.Recognises(file.Head)
        || IsConfiguration(file.Head, strict: true)
        || file.HasExtension(".cff")
        || (file.HasExtension(".cfg") && (file.Sibling(".dat") is not null || IsConfiguration(file.Head, strict: false)))
        || (file.HasExtension(".dat") && file.Sibling(".cfg") is not null);

    public IRecordReader Open(InputFile file, InputOptions options, InputFiles set)
    {
        var comtrade = ComtradeOptions.Take(options);
        ComtradeConfiguration Parse(string name, byte[] text) =>
            comtrade.Override(ConfigurationParser.Parse(name, text, comtrade.BaseDate));
        if (file.HasExtension(".cff") || CombinedFile.Recognises(file.Head))
        {
            var (configuration, data) = CombinedFile.Open(file.Name, TextEncodings.FromUtf16(file.Head, file.OpenContent()),
                Parse, offset => Peek(file, offset));
            return Reader(file.Name, configuration, data, comtrade);
        }

        var described = file.HasExtension(".dat")
            ? file.Sibling(".cfg")
                ?? throw Refusal.At(file.Name, 0, "it is COMTRADE data, and its configuration (.cfg) is not beside it")
            : file;
        var parsed = Parse(described.Name, ReadAll(described));
        var samples = described.Sibling(".dat")
            ?? throw Refusal.At(described.Name, 0, "it is a COMTRADE configuration, and the data file (.dat) is not beside it");
        var content = samples.OpenContent();
        return Reader(samples.Name, parsed, parsed.Coding == ComtradeCoding.Ascii ? TextEncodings.FromUtf16(samples.Head, content)
            : content, comtrade);
    }

    /// <summary>
    /// Reads some bytes of a plain file at an offset that does not count the byte order mark. Null for UTF-16, which holds no
    /// binary data.
    /// </summary>
    private static byte[]? Peek(InputFile file, long offset) =>
        TextEncodings.Detect(file.Head) is UnicodeEncoding ? null
            : file.Peek(offset + (file.Head.StartsWith(ByteOrderMark.Utf8) ? ByteOrderMark.Utf8.Length : 0));

    private static ComtradeReader Reader(string name, ComtradeConfiguration configuration, Stream data, ComtradeOptions options)
    {
        try
        {
            return new ComtradeReader(name, configuration, data, options);
        }
        catch
        {
            data.Dispose();
            throw;
        }
    }

    /// <summary>True when the first line has a comma and the second counts channels: <c>88,24A,64D</c>.</summary>
    /// <param name="head">The beginning of the file.</param>
    /// <param name="strict">If true, the whole second line must be sound; if false, one field that counts channels
    /// suffices.</param>
    private static bool IsConfiguration(ReadOnlySpan<byte> head, bool strict)
    {
        head = TextEncodings.FromUtf16(head);
        int first = head.IndexOf((byte)'\n');
        int second = first < 0 ? -1 : head[(first + 1)..].IndexOf((byte)'\n');
        if (second is < 2 or > 60 || (strict && !head[..first].Contains((byte)',')))
        {
            return false;
        }

        string[] fields = Encoding.Latin1.GetString(head.Slice(first + 1, second)).Split(',');
        return strict
            ? fields.Length == 3 && (IsCount(fields[0], ' ') || IsCount(fields[0], 'A')) && IsCount(fields[1], 'A')
                && IsCount(fields[2], 'D')
            : Array.Exists(fields, field => IsCount(field, 'A') || IsCount(field, 'D'));
    }

    private static bool IsCount(string field, char kind)
    {
        string text = field.Trim();
        string digits = kind == ' ' ? text : text.EndsWith(kind.ToString(), StringComparison.OrdinalIgnoreCase) ? text[..^1]
            : string.Empty;
        return digits.Length is > 0 and < 8 && digits.All(char.IsAsciiDigit);
    }

    private static byte[] ReadAll(InputFile file)
    {
        using var content = file.OpenContent();
        using var copy = new MemoryStream();
        byte[] buffer = new byte[64 * 1024];
        for (int count; (count = content.Read(buffer)) > 0;)
        {
            copy.Write(buffer, 0, count);
            if (copy.Length > MaxConfigurationBytes)
            {
                throw Refusal.At(file.Name, 0, "the configuration is longer than 16 MiB");
            }
        }

        return copy.ToArray();
    }
}
