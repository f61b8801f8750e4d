using System.Globalization;
using System.Text;
using System.Text.Unicode;
using DbIngest.Service.Stores;

namespace DbIngest.Service.Lines;

/// <summary>
/// The points of a request in InfluxDB's line protocol, and the fault of its first invalid line. Like InfluxDB, the service
/// stores the valid lines and reports the others. <c>InfluxRoutes</c> reads one per write request on a thread of the pool, before
/// any point is stored. Reading gives each new name of a source its number in the store, which stays even if no point is stored.
/// </summary>
internal sealed class LineRequest
{
    private readonly List<WrittenPoint> _points = [];

    /// <summary>The points by their key. Null if the store has no key, so that every line is a point.</summary>
    private readonly Dictionary<(int Source, long Timestamp), WrittenPoint>? _byKey;

    private LineRequest(Promise promise) => _byKey = promise is Promise.Once or Promise.OnceByLooking ? [] : null;

    /// <summary>The points. In a store with a key no two have the same source and timestamp.</summary>
    public IReadOnlyList<WrittenPoint> Points => _points;

    /// <summary>Number of invalid lines, which are not stored.</summary>
    public int Dropped { get; private set; }

    /// <summary>The fault of the first invalid line, as a clause. Null if every line is valid.</summary>
    public string? Fault { get; private set; }

    /// <summary>Number of the first invalid line, from 1. 0 if every line is valid.</summary>
    public int FaultLine { get; private set; }

    /// <summary>
    /// Reads the lines of a request. Gives each new name of a source its number durably, so the call may block on the store.
    /// </summary>
    /// <param name="body">UTF-8 text.</param>
    /// <param name="store">The values of a record, the numbers of sources, and whether lines of one key become one point.</param>
    /// <param name="precision">The unit of timestamps.</param>
    /// <param name="now">
    /// Microseconds UTC for lines without a timestamp. In a store with a key all such lines of one source become one point.
    /// </param>
    /// <param name="enter">Called before a point is made, which takes memory. It may refuse the request.</param>
    /// <exception cref="Problems.RefusalException">
    /// The store of names does not answer, or <paramref name="enter"/> refuses. No point was stored.
    /// </exception>
    public static LineRequest Read(
        ReadOnlySpan<byte> body, ServedStore store, LinePrecision precision, long now, Action enter)
    {
        var request = new LineRequest(store.Promise);
        var parser = new LineParser(store.Table.Schema);
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
                if (!Utf8.IsValid(body[range]))
                {
                    // Each such byte would become the same character, and the names of two sources one.
                    throw new LineFault("the line is no UTF-8");
                }

                parser.Read(line);
                long timestamp = parser.Timestamp is { } given ? precision.Microseconds(given) : now;
                request.Add(store.Names.Of(parser.Source), timestamp, parser, enter);
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

    /// <summary>The fault in InfluxDB's words, which clients may parse. Call it only if <see cref="Dropped"/> is not 0.</summary>
    public string Describe() => string.Create(CultureInfo.InvariantCulture,
        $"{(_points.Count > 0 ? "partial write" : "unable to parse")}: line {FaultLine}: {Fault} dropped={Dropped}");

    private void Add(int source, long timestamp, LineParser parser, Action enter)
    {
        if (_byKey is null || !_byKey.TryGetValue((source, timestamp), out var point))
        {
            enter();
            double[] values = new double[parser.Values.Length];
            Array.Fill(values, double.NaN);
            point = new WrittenPoint(source, timestamp) { Values = values };
            _points.Add(point);
            _byKey?.Add((source, timestamp), point);
        }

        point.Add(parser.Values, parser.Quality);
    }
}
