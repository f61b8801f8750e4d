using System.Text;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Comtrade;

/// <summary>COMTRADE: a configuration (.cfg) with its data (.dat) beside it, or both in a combined file (.cff).</summary>
internal sealed class ComtradeFormat : IInputFormat
{
    private const int MaxConfigurationBytes = 16 * 1024 * 1024;

    public string Name => "comtrade";

    /// <summary>A combined file by its first line, a configuration by its second; a data file by the configuration beside it.</summary>
    public bool Recognises(InputFile file) =>
        CombinedFile.Recognises(file.Head)
        || IsConfiguration(file.Head)
        || (file.HasExtension(".dat") && file.Sibling(".cfg") is { } configuration && IsConfiguration(configuration.Head));

    public IRecordReader Open(InputFile file, InputOptions options)
    {
        var comtrade = Take(options);
        if (CombinedFile.Recognises(file.Head))
        {
            var (configuration, data) = CombinedFile.Open(file.Name, file.OpenContent());
            return Reader(file.Name, configuration, data, comtrade);
        }

        var described = file.HasExtension(".dat") ? file.Sibling(".cfg") : file;
        if (described is null || !IsConfiguration(described.Head))
        {
            throw Refusal.At(file.Name, 0, "it is neither a COMTRADE configuration, nor data with a configuration beside it, nor both in one file");
        }

        var samples = described.Sibling(".dat") ?? throw Refusal.At(described.Name, 0, "the data file (.dat) is not beside it");
        var parsed = ConfigurationParser.Parse(described.Name, ReadAll(described));
        return Reader(samples.Name, parsed, samples.OpenContent(), comtrade);
    }

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

    private static ComtradeOptions Take(InputOptions options)
    {
        var taken = new ComtradeOptions
        {
            Raw = options.TakeWord("scale", false, ("scaled", false), ("raw", true)),
            Side = options.TakeWord(
                "side", ChannelSide.Unstated, ("recorded", ChannelSide.Unstated), ("primary", ChannelSide.Primary), ("secondary", ChannelSide.Secondary)),
            Digital = options.TakeWord(
                "digital",
                DigitalMapping.Channels,
                ("channels", DigitalMapping.Channels),
                ("words", DigitalMapping.Words),
                ("none", DigitalMapping.None)),
            SkipBadRows = options.TakeWord("bad-rows", false, ("stop", false), ("skip", true)),
        };
        options.RefuseRest("comtrade");
        return taken;
    }

    /// <summary>Whether the first line has a comma and the second counts channels: <c>88,24A,64D</c>.</summary>
    private static bool IsConfiguration(ReadOnlySpan<byte> head)
    {
        int first = head.IndexOf((byte)'\n');
        int second = first < 0 ? -1 : head[(first + 1)..].IndexOf((byte)'\n');
        if (second is < 5 or > 60 || !head[..first].Contains((byte)','))
        {
            return false;
        }

        string[] fields = Encoding.Latin1.GetString(head.Slice(first + 1, second)).Split(',');
        return fields.Length == 3 && IsCount(fields[0], ' ') && IsCount(fields[1], 'A') && IsCount(fields[2], 'D');
    }

    private static bool IsCount(string field, char kind)
    {
        string text = field.Trim();
        string digits = kind == ' ' ? text : text.EndsWith(kind.ToString(), StringComparison.OrdinalIgnoreCase) ? text[..^1] : string.Empty;
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
