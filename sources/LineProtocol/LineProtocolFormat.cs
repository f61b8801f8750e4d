using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;
using DbIngest.Sources.Pivot;

namespace DbIngest.Sources.LineProtocol;

/// <summary>Line protocol of InfluxDB, as Telegraf and exports write it: InfluxData, "Line protocol" (docs.influxdata.com/influxdb/v2/reference/syntax/line-protocol).</summary>
internal sealed class LineProtocolFormat : IInputFormat
{
    private const int MaxLines = 50;

    public string Name => "influx";

    /// <summary>Two thirds of the first lines are a measurement, fields of which one is a number, and a time of ten digits or more.</summary>
    public bool Recognises(InputFile file)
    {
        const int MinTime = 10;
        var head = TextEncodings.FromUtf16(file.Head);
        int lines = 0;
        int points = 0;
        while (lines < MaxLines && !head.IsEmpty)
        {
            int end = head.IndexOfAny((byte)'\n', (byte)'\r');
            var line = (end < 0 ? head : head[..end]).Trim(" \t"u8);
            head = end < 0 ? default : head[(end + 1)..];
            if (!line.IsEmpty && line[0] != '#' && (end >= 0 || lines == 0))
            {
                lines++;
                points += LineProtocolPoint.Parse(line, out var point) is null && point.Time.Length >= MinTime && !point.Time.ContainsAnyExceptInRange((byte)'0', (byte)'9') && IsPoint(point) ? 1 : 0;
            }
        }

        return lines > 0 && 3 * points >= 2 * lines;
    }

    public IRecordReader Open(InputFile file, InputOptions options, InputFiles set)
    {
        var taken = LineProtocolOptions.Take(options);
        return taken.Pivot is null
            ? new LineProtocolReader(file, taken, new LineProtocolSniffer(file, taken).Sniff())
            : set.Shared<PivotOfSet>().Open(file, set, (one, entities) => new LineProtocolReader(one, taken, new LineProtocolSniffer(one, taken).Sniff(), entities));
    }

    /// <summary>Whether the name of the measurement is none of a pair, and all that follows is fields with values as the protocol writes them.</summary>
    private static bool IsPoint(LineProtocolPoint point)
    {
        if (LineProtocolPoint.Unescaped(point.Measurement, "=:"u8) >= 0)
        {
            return false;
        }

        bool numbers = false;
        while (point.TryNext(out _, out var value))
        {
            if (value[0] == '"')
            {
                continue;
            }

            if (!NumberParser.TryParse(FieldText.Plain(value), (byte)'.', out _))
            {
                return false;
            }

            numbers = true;
        }

        return numbers && !point.HasRest;
    }
}
