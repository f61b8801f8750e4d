using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Lines;

/// <summary>
/// Opens logs of pairs: <c>2026-01-31T12:00:00Z u=230.1 i=5.2 state=on</c>. <see cref="InputFormats"/> tries it on the
/// beginning of a file, and <see cref="InputWorkload"/> opens the file by it, before anything is timed. Stateless.
/// </summary>
internal sealed class KeyValueFormat : IInputFormat
{
    private const int MaxLines = 50;

    public string Name => "keyvalue";

    /// <summary>
    /// True when two thirds of the first lines have at least two pairs, and hardly anything beside these but a head.
    /// </summary>
    public bool Recognises(InputFile file)
    {
        var head = TextEncodings.FromUtf16(file.Head);
        int lines = 0;
        int pairs = 0;
        while (lines < MaxLines && head.IndexOf((byte)'\n') is var end and >= 0)
        {
            var line = head[..end].Trim(" \t\r"u8);
            head = head[(end + 1)..];
            if (!line.IsEmpty && line[0] != '#')
            {
                lines++;
                pairs += IsLine(line) ? 1 : 0;
            }
        }

        return (lines > 0 && 3 * pairs >= 2 * lines) || (lines == 0 && IsLine(head));
    }

    public IRecordReader Open(InputFile file, InputOptions options, InputFiles set)
    {
        var taken = FieldOptions.Take(options, Name);
        return new KeyValueReader(file, taken, new KeyValueSniffer(file, taken).Sniff());
    }

    private static bool IsLine(ReadOnlySpan<byte> line)
    {
        int count = 0;
        var pairs = new KeyValuePairs(line);
        while (pairs.TryNext(out _, out var value))
        {
            count += value.Contains((byte)'<') || value.Contains((byte)'>') ? 0 : 1;
        }

        return count >= 2 && line[0] != '<' && 4 * (pairs.StrayBytes + Math.Max(0, pairs.Head.Length - 40)) <= line.Length;
    }
}
