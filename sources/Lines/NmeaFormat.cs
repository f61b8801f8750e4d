using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Lines;

/// <summary>Logs of sentences with checksums, of NMEA 0183 or framed like them.</summary>
internal sealed class NmeaFormat : IInputFormat
{
    private const int MaxLines = 50;

    public string Name => "nmea";

    /// <summary>Two thirds of the first lines are sentences with a checksum that is right.</summary>
    public bool Recognises(InputFile file)
    {
        var head = TextEncodings.FromUtf16(file.Head);
        int lines = 0;
        int sound = 0;
        while (lines < MaxLines && !head.IsEmpty)
        {
            int end = head.IndexOfAny((byte)'\n', (byte)'\r');
            var line = end < 0 ? head : head[..end];
            head = end < 0 ? default : head[(end + 1)..];
            if (!line.Trim(" \t"u8).IsEmpty && (end >= 0 || lines == 0))
            {
                lines++;
                sound += NmeaSentence.TryParse(line, out var sentence) && sentence.IsSound ? 1 : 0;
            }
        }

        return lines > 0 && 3 * sound >= 2 * lines;
    }

    public IRecordReader Open(InputFile file, InputOptions options, InputFiles set)
    {
        var taken = NmeaOptions.Take(options);
        return new NmeaReader(file, taken, new NmeaSniffer(file, taken).Sniff());
    }
}
