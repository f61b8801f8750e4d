using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;
using DbIngest.Sources.Lines;
using DbIngest.Sources.Pivot;

namespace DbIngest.Sources.LineProtocol;

/// <summary>
/// Opens InfluxDB's line protocol, as Telegraf and exports write it
/// (docs.influxdata.com/influxdb/v2/reference/syntax/line-protocol). <see cref="InputFormats"/> tries it on the beginning of a
/// file, and <see cref="InputWorkload"/> opens the file by it, before anything is timed. Stateless.
/// </summary>
internal sealed class LineProtocolFormat : IInputFormat
{
    private const int MinTime = 10;

    public string Name => "influx";

    /// <summary>
    /// True when two thirds of the first lines have a measurement, fields of which one is a number, and a time of at least ten
    /// digits.
    /// </summary>
    public bool Recognises(InputFile file) => FirstLines.Pass(file, hasComments: true, IsPoint);

    public IRecordReader Open(InputFile file, InputOptions options, InputFiles set)
    {
        var taken = LineProtocolOptions.Take(options);
        return taken.Pivot is null
            ? new LineProtocolReader(file, taken, new LineProtocolSniffer(file, taken).Sniff())
            : set.Shared<PivotOfSet>()
                .Open(file, set,
                (one, entities) => new LineProtocolReader(one, taken, new LineProtocolSniffer(one, taken).Sniff(), entities));
    }

    /// <summary>
    /// True when the measurement's name is not part of a pair, and the rest is fields with values of the protocol.
    /// </summary>
    private static bool IsPoint(ReadOnlySpan<byte> line)
    {
        if (LineProtocolPoint.Parse(line, out var point) is not null
            || point.Time.Length < MinTime
            || point.Time.ContainsAnyExceptInRange((byte)'0', (byte)'9')
            || LineProtocolPoint.Unescaped(point.Measurement, "=:"u8) >= 0)
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

            if (!NumberParser.TryParse(LineProtocolText.Plain(value), (byte)'.', out _))
            {
                return false;
            }

            numbers = true;
        }

        return numbers && !point.HasRest;
    }
}
