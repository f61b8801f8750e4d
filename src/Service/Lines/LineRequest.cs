using System.Globalization;
using System.Text;
using DbIngest.Abstractions.Records;
using DbIngest.Service.Stores;

namespace DbIngest.Service.Lines;

/// <summary>
/// The points of a request in InfluxDB's line protocol, and what is wrong with its other lines. As InfluxDB does, it takes the
/// lines that are right and reports the rest.
/// </summary>
internal sealed class LineRequest
{
    private readonly Dictionary<(int Source, long Timestamp), WrittenPoint> _points = [];

    /// <summary>The points, each of another key.</summary>
    public IReadOnlyCollection<WrittenPoint> Points => _points.Values;

    /// <summary>Lines that were not taken.</summary>
    public int Dropped { get; private set; }

    /// <summary>What is wrong with the first of them. Null if all were taken.</summary>
    public string? Fault { get; private set; }

    /// <summary>The line of the fault, from 1.</summary>
    public int FaultLine { get; private set; }

    /// <summary>Reads the lines of a request.</summary>
    /// <param name="body">UTF-8 text.</param>
    /// <param name="schema">The values of a record.</param>
    /// <param name="precision">The unit of timestamps.</param>
    /// <param name="numbers">The numbers of sources.</param>
    /// <param name="now">Microseconds UTC for lines without a timestamp.</param>
    public static LineRequest Read(
        ReadOnlySpan<byte> body, RecordSchema schema, LinePrecision precision, SourceNumbers numbers, long now)
    {
        var request = new LineRequest();
        var parser = new LineParser(schema);
        int number = 0;
        foreach (var range in body.Split((byte)'\n'))
        {
            number++;
            string line = Encoding.UTF8.GetString(body[range]).Trim();
            if (line.Length == 0 || line[0] == '#')
            {
                continue;
            }

            try
            {
                parser.Read(line);
                long timestamp = parser.Timestamp is { } given ? precision.Microseconds(given) : now;
                request.Add(numbers.Of(parser.Source), timestamp, parser);
            }
            catch (LineFault fault)
            {
                request.Dropped++;
                if (request.Fault is null)
                {
                    request.Fault = fault.Message;
                    request.FaultLine = number;
                }
            }
        }

        return request;
    }

    /// <summary>What is wrong, in InfluxDB's words.</summary>
    public string Describe() => string.Create(CultureInfo.InvariantCulture,
        $"{(_points.Count > 0 ? "partial write" : "unable to parse")}: line {FaultLine}: {Fault} dropped={Dropped}");

    private void Add(int source, long timestamp, LineParser parser)
    {
        if (!_points.TryGetValue((source, timestamp), out var point))
        {
            double[] values = new double[parser.Values.Length];
            Array.Fill(values, double.NaN);
            _points.Add((source, timestamp), point = new WrittenPoint(source, timestamp) { Values = values });
        }

        point.Add(parser.Values, parser.Quality);
    }
}
