using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.P1;

/// <summary>
/// Opens captures of telegrams from the customer port of Dutch and Belgian meters: Netbeheer Nederland, "P1 Companion Standard,
/// Dutch Smart Meter Requirements", version 5.0.2 (2016). <see cref="InputFormats"/> tries it on the beginning of a file, and
/// <see cref="InputWorkload"/> opens the file by it, before anything is timed. Stateless.
/// </summary>
internal sealed class P1Format : IInputFormat
{
    private const int MaxLines = 200;

    public string Name => "p1";

    /// <summary>
    /// True when a line names the meter (<c>/XXX5...</c>), and at least half of the lines are codes with brackets.
    /// </summary>
    public bool Recognises(InputFile file)
    {
        var head = TextEncodings.FromUtf16(file.Head);
        int lines = 0;
        int objects = 0;
        bool named = false;
        while (lines < MaxLines && !head.IsEmpty)
        {
            int end = head.IndexOfAny((byte)'\n', (byte)'\r');
            var line = (end < 0 ? head : head[..end]).Trim(" \t"u8);
            head = end < 0 ? default : head[(end + 1)..];
            if (line.IsEmpty)
            {
                continue;
            }

            lines++;
            named |= line.Length >= 5 && line[0] == '/' && char.IsAsciiLetter((char)line[1]);
            objects += P1Object.TryParse(line, out _) ? 1 : 0;
        }

        return named && 2 * objects >= lines;
    }

    public IRecordReader Open(InputFile file, InputOptions options, InputFiles set)
    {
        var taken = P1Options.Take(options);
        return new P1Reader(file, taken, new P1Sniffer(file, taken).Sniff());
    }
}
