using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.ClickHouse;
using DbIngest.Targets.InfluxDb;
using DbIngest.Targets.QuestDb;
using DbIngest.Targets.Servers;

namespace DbIngest.Bench.Series;

/// <summary>
/// The peer is a loader of TSBS (Time Series Benchmark Suite): rows of 10 values and 10 tags of 100 hosts, from a file that
/// TSBS's generator makes beforehand, into a separate table, which is dropped after the count. Numbers of rows, connections and
/// rows per batch equal the product's. Its programs are in the folder that <see cref="Variable"/> names.
/// </summary>
internal sealed class TsbsLoader : IPeer
{
    /// <summary>The environment variable that names the folder of <c>tsbs_generate_data</c> and the loaders.</summary>
    public const string Variable = "TSBS_BIN";

    private const int Hosts = 100;
    private const int SecondsApart = 10;

    private static readonly TimeSpan Rest = TimeSpan.FromSeconds(3);

    private readonly string _format;
    private readonly string _folder;
    private readonly Func<Uri, int?, string[]> _arguments;
    private readonly Func<Uri, string, (HttpMethod Method, string Address)> _ask;
    private readonly string _count;
    private readonly string _drop;
    private readonly string _file = Path.Combine(Path.GetTempPath(), $"dbingest-bench-{Environment.ProcessId}.tsbs");
    private readonly HttpClient _http = new();

    private TsbsLoader(
        string format, TargetDefinition database, string endpoint, Func<Uri, int?, string[]> arguments,
            Func<Uri, string, (HttpMethod Method, string Address)> ask, string count, string drop)
    {
        _format = format;
        Database = database;
        Endpoint = endpoint;
        _arguments = arguments;
        _ask = ask;
        _count = count;
        _drop = drop;
        _folder = Environment.GetEnvironmentVariable(Variable) is { Length: > 0 } folder
            ? folder
            : throw new InvalidOperationException(
                $"{Variable} does not name the folder with tsbs_generate_data and tsbs_load_{format}.");
    }

    public string Name => $"tsbs_load_{_format}";

    public TargetDefinition Database { get; }

    public string Endpoint { get; }

    /// <summary>The loader of a database.</summary>
    /// <param name="format">The database, as TSBS names it.</param>
    public static TsbsLoader Of(string format) => format switch
    {
        "influx" => new(
            format, new InfluxDefinition(), "?cache=1G",
            static (place, _) => [$"--urls={place.GetLeftPart(UriPartial.Authority)}", "--gzip=false"],
            static (place, query) => (HttpMethod.Post,
                $"{place.GetLeftPart(UriPartial.Authority)}/query?db=benchmark&q={Uri.EscapeDataString(query)}"),
            "SELECT count(usage_user) FROM cpu",
            "DROP DATABASE benchmark"),
        "clickhouse" => new(
            format, new ClickHouseDefinition(), "?table=dbingest_records",
            // It adds its one port and its options to the host: what follows the question mark makes them the value of an option
            // that nobody reads.
            static (_, port) => [string.Create(CultureInfo.InvariantCulture, $"--host=127.0.0.1:{port}?none=")],
            static (place, query) =>
                (HttpMethod.Post, $"{place.GetLeftPart(UriPartial.Authority)}/?query={Uri.EscapeDataString(query)}"),
            "SELECT count() FROM benchmark.cpu",
            "DROP DATABASE IF EXISTS benchmark"),
        _ => new(
            format, new QuestDbDefinition(), string.Empty,
            static (place, port) => [$"--url={place.GetLeftPart(UriPartial.Authority)}/",
                string.Create(CultureInfo.InvariantCulture, $"--ilp-bind-to=127.0.0.1:{port}")],
            static (place, query) =>
                (HttpMethod.Get, $"{place.GetLeftPart(UriPartial.Authority)}/exec?nm=true&query={Uri.EscapeDataString(query)}"),
            "SELECT count() FROM cpu",
            "DROP TABLE IF EXISTS cpu"),
    };

    public void Make(int records)
    {
        var start = new DateTime(2016, 1, 1, 0, 0, 0, DateTimeKind.Utc);
        var end = start.AddSeconds((double)Rows.Sources * records / Hosts * SecondsApart);
        PeerProgram.Run(
            Path.Combine(_folder, "tsbs_generate_data"),
            [
                "--use-case=cpu-only", "--seed=1", $"--format={_format}", $"--file={_file}",
                    string.Create(CultureInfo.InvariantCulture, $"--scale={Hosts}"),
                string.Create(CultureInfo.InvariantCulture, $"--log-interval={SecondsApart}s"),
                    $"--timestamp-start={Text(start)}", $"--timestamp-end={Text(end)}",
            ]);
    }

    public ITarget Prepared(ITarget target, TrialTable table)
    {
        // It writes a separate table. The product's table is emptied, so that the server holds the rows once.
        target.Prepare(table);
        return target;
    }

    public void Load(ITarget target) => PeerProgram.Run(
        Path.Combine(_folder, Name),
        [
            $"--file={_file}", string.Create(CultureInfo.InvariantCulture, $"--workers={Rows.Sources}"),
                string.Create(CultureInfo.InvariantCulture, $"--batch-size={Rows.Batch}"),
            "--reporting-period=0s",
            .. _arguments(Place(target), ((IServerTarget)target).PrivateServer?.Layout.Nodes[0].Listens[1].Port),
        ]);

    /// <summary>Counts the rows once their number is stable: a loader without acknowledgements may be ahead.</summary>
    public long? Count(ITarget target)
    {
        long rows = -1;
        for (long now = Ask(target, _count); now != rows; now = Ask(target, _count))
        {
            rows = now;
            Thread.Sleep(Rest);
        }

        Ask(target, _drop);
        return rows;
    }

    public void Dispose()
    {
        _http.Dispose();
        File.Delete(_file);
    }

    private static Uri Place(ITarget target) => new(target.AttachEndpoint.Split('?')[0]);

    private static string Text(DateTime time) => time.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture);

    private long Ask(ITarget target, string query)
    {
        var (method, address) = _ask(Place(target), query);
        using var request = new HttpRequestMessage(method, address);
        using var answer = _http.Send(request);
        using var text = new StreamReader(answer.Content.ReadAsStream());
        return LastNumber(text.ReadToEnd());
    }

    /// <summary>The last number of an answer in JSON or plain text; 0 without one.</summary>
    private static long LastNumber(string answer)
    {
        // QuestDB writes the number of rows behind the rows.
        int rows = answer.LastIndexOf("\"count\":", StringComparison.Ordinal);
        int end = answer.AsSpan(0, rows < 0 ? answer.Length : rows).LastIndexOfAnyInRange('0', '9') + 1;
        int start = end;
        while (start > 0 && char.IsAsciiDigit(answer[start - 1]))
        {
            start--;
        }

        return end > start ? long.Parse(answer.AsSpan(start, end - start), CultureInfo.InvariantCulture) : 0;
    }
}
