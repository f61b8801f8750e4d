using System.Globalization;
using System.IO.Compression;
using System.Net;
using System.Text;
using System.Text.Json;

namespace DbIngest.Targets.Tests.InfluxDb;

/// <summary>
/// Answers as the vendor's documentation and sources say that InfluxDB 2 (2.7) or 3 (Core, 3.10) does, to what this product asks.
/// It shows that requests are whole and answers understood; what a real server does beyond that it does not show.
/// </summary>
internal sealed class InfluxStandIn : IDisposable
{
    public const string Token = "s3cr3t-t\u00f6ken+/=";

    private readonly HttpListener _listener;
    private readonly Lock _gate = new();
    private readonly Dictionary<string, (string Id, PointStore Points)> _databases = [];
    private int _made;

    public InfluxStandIn(int version)
    {
        Version = version;
        (_listener, Port) = LoopbackHttp.Listen();
        _ = Task.Run(ServeAsync);
    }

    public int Version { get; }

    public int Port { get; }

    /// <summary>Whether the token may make and drop what holds records.</summary>
    public bool MayConfigure { get; set; } = true;

    /// <summary>The organisations that the token sees (version 2).</summary>
    public IReadOnlyList<string> Organisations { get; set; } = ["dbingest-org"];

    /// <summary>Every request's line, without its query.</summary>
    public List<string> Requests { get; } = [];

    public void Dispose() => _listener.Close();

    private async Task ServeAsync()
    {
        while (true)
        {
            HttpListenerContext context;
            try
            {
                context = await _listener.GetContextAsync();
            }
            catch (Exception exception) when (exception is HttpListenerException or ObjectDisposedException)
            {
                return;
            }

            _ = Task.Run(() => Answer(context));
        }
    }

    private void Answer(HttpListenerContext context)
    {
        var request = context.Request;
        lock (_gate)
        {
            Requests.Add($"{request.HttpMethod} {request.Url!.AbsolutePath}");
        }

        using var stream = request.Headers["Content-Encoding"] == "gzip"
            ? new GZipStream(request.InputStream, CompressionMode.Decompress) : request.InputStream;
        using var reader = new StreamReader(stream);
        string body = reader.ReadToEnd();

        // A header is Latin-1 to the listener, UTF-8 to the servers.
        string sent = Encoding.UTF8.GetString(Encoding.Latin1.GetBytes(request.Headers["Authorization"] ?? string.Empty));
        bool isOpen = Version == 2 && request.Url!.AbsolutePath is "/health" or "/metrics";
        var (status, text) = sent == $"Token {Token}" || isOpen
            ? Version == 2 ? Answer2(request, body) : Answer3(request, body)
            : (401, Version == 2 ? """{"code":"unauthorized","message":"unauthorized access"}"""
                : """{"error": "the request was not authenticated"}""");
        byte[] bytes = Encoding.UTF8.GetBytes(text);
        context.Response.StatusCode = status;
        if (status != 204)
        {
            context.Response.ContentLength64 = bytes.Length;
            context.Response.OutputStream.Write(bytes);
        }

        context.Response.Close();
    }

    private (int Status, string Text) Answer2(HttpListenerRequest request, string body)
    {
        var query = request.QueryString;
        switch (request.HttpMethod, request.Url!.AbsolutePath)
        {
            case ("GET", "/health"):
                return (200, """{"name":"influxdb", "message":"ready for queries and writes", "status":"pass", "checks":[], "version": "v2.7.11", "commit": "fbf5d4ab5e"}""");
            case ("GET", "/metrics"):
                return (200, string.Concat(All().Select(d => string.Create(
                    CultureInfo.InvariantCulture,
                    $$"""
                    # TYPE storage_tsm_files_disk_bytes gauge
                    storage_tsm_files_disk_bytes{bucket="{{d.Id}}",engine="tsm1",id="1",path="/d/{1}",walPath="/w"} {{d.Points.Bytes:E}}
                    storage_cache_inuse_bytes{bucket="{{d.Id}}",engine="tsm1",id="1",path="/d",walPath="/w"} 0
                    storage_compactions_active{bucket="{{d.Id}}",engine="tsm1",id="1",level="1",path="/d",walPath="/w"} 0

                    """))));
            case ("GET", "/api/v2/orgs"):
                return (200, JsonSerializer.Serialize(
                    new
                    {
                        orgs = Organisations.Where(o => query["org"] is null || query["org"] == o)
                    .Select(o => new { id = $"id-of-{o}", name = o })
                    }));
            case ("GET", "/api/v2/buckets"):
                return (200, JsonSerializer.Serialize(
                    new
                    {
                        buckets = Find(query["name"]!) is { } found ? [new { id = found.Id, name = query["name"] }]
                    : Array.Empty<object>()
                    }));
            case ("POST", "/api/v2/buckets"):
                using (var wanted = JsonDocument.Parse(body))
                {
                    return !MayConfigure ? (401, """{"code":"unauthorized","message":"write:orgs/1/buckets is unauthorized"}""")
                        : Make(wanted.RootElement.GetProperty("name").GetString()!) is { } id
                            ? (201, JsonSerializer.Serialize(new { id }))
                        : (422, """{"code":"conflict","message":"bucket with name dbingest already exists"}""");
                }

            case ("POST", "/api/v2/dbrps"):
                return (201, "{}");
            case ("DELETE", var path) when path.StartsWith("/api/v2/buckets/", StringComparison.Ordinal):
                return Drop(d => d.Id == path[16..]) ? (204, string.Empty)
                    : (404, """{"code":"not found","message":"bucket not found"}""");
            case ("POST", "/api/v2/write"):
                return Find(query["bucket"]!) is not { } bucket
                    ? (404, $$"""{"code":"not found","message":"bucket \"{{query["bucket"]}}\" not found"}""")
                    : query["precision"] != "us" || !Organisations.Contains(query["org"]!) ? (400, "{}")
                    : bucket.Points.Write(body) is { } line
                        ? (400, JsonSerializer.Serialize(
                        new { code = "invalid", message = $"unable to parse '{line}': time outside range" }))
                    : (204, string.Empty);
            case (_, "/query"):
                return Find(query["db"]!) is not { } asked ? (404, """{"code":"not found","message":"database not found"}""")
                    : (200, InfluxQl(asked.Points, query["q"]!));
            default:
                return (404, """{"code":"not found","message":"path not found"}""");
        }
    }

    private static string InfluxQl(PointStore points, string statement) =>
        statement.StartsWith("SHOW TAG VALUES", StringComparison.Ordinal)
            ? Series("key", "value", points.Sources().Select(s => (object[])["source", s]))
        : statement.StartsWith("SELECT count", StringComparison.Ordinal)
            ? Series("time", "count", points.Count(statement) is > 0 and var count ? [[0, count]] : [])
        : points.Rows(statement, "records,,", "name,tags,");

    private static string Series(string first, string second, IEnumerable<object[]> rows) => rows.Any()
        ? JsonSerializer.Serialize(
            new
            {
                results = new[] { new { statement_id = 0,
            series = new[] { new { name = "records", columns = (string[])[first, second], values = rows } } } }
            })
        : """{"results":[{"statement_id":0}]}""";

    private (int Status, string Text) Answer3(HttpListenerRequest request, string body)
    {
        var query = request.QueryString;
        switch (request.HttpMethod, request.Url!.AbsolutePath)
        {
            case ("GET", "/health"):
                return (200, "OK");
            case ("GET", "/ping"):
                return (200, """{"product_name":"InfluxDB 3 Core","version":"3.10.0","revision":"abc","process_id":"1"}""");
            case ("POST", "/api/v3/configure/database") when request.ContentType == "application/json":
                using (var wanted = JsonDocument.Parse(body))
                {
                    return !MayConfigure ? (403, """{"error": "forbidden"}""")
                        : Make(wanted.RootElement.GetProperty("db").GetString()!) is null ? (409, "already exists")
                        : (200, string.Empty);
                }

            case ("DELETE", "/api/v3/configure/database"):
                return Drop(d => d.Name == query["db"]) ? (200, string.Empty) : (404, "the requested resource was not found");
            case ("POST", "/api/v3/write_lp"):
                return Find(query["db"]!) is not { } database ? (404, "database not found")
                    : query["precision"] != "microsecond" || query["accept_partial"] != "false" || query["no_sync"] != "false"
                        ? (400, "{}")
                    : database.Points.Write(body) is { } line
                        ? (400, JsonSerializer.Serialize(
                        new
                        {
                            error = "line protocol parsing error",
                            data = new { original_line = line, line_number = 1, error_message = "time outside range" }
                        }))
                    : (204, string.Empty);
            case ("GET", "/api/v3/query_sql") when query["format"] == "csv":
                return Find(query["db"]!) is not { } asked ? (404, "database not found") : Sql(asked.Points, query["q"]!);
            default:
                return (404, "not found");
        }
    }

    private static (int Status, string Text) Sql(PointStore points, string statement) => statement switch
    {
        _ when statement.Contains("information_schema.tables", StringComparison.Ordinal) =>
            (200, $"count(*)\n{(points.IsEmpty ? 0 : 1)}\n"),
        _ when statement.Contains("information_schema.columns", StringComparison.Ordinal) =>
            (200, "column_name\n" + string.Concat(points.Columns().Select(name => name + "\n"))),
        _ when points.IsEmpty && statement.Contains("FROM records", StringComparison.Ordinal) =>
            (400, "Error during planning: table 'public.iox.records' not found"),
        _ when statement.Contains("sum(size_bytes)", StringComparison.Ordinal) =>
            (200, $"sum(system.parquet_files.size_bytes)\n{points.Bytes}\n"),
        _ when statement.Contains("DISTINCT source", StringComparison.Ordinal) =>
            (200, "source\n" + string.Concat(points.Sources().Select(s => s + "\n"))),
        _ when statement.Contains("count(*)", StringComparison.Ordinal) => (200, $"count(*)\n{points.Count(statement)}\n"),
        _ when points.UnknownColumn(statement) is { } unknown =>
            (400, $"Error during planning: Schema error: No field named {unknown}."),
        _ => (200, points.Rows(statement, string.Empty, string.Empty)),
    };

    private (string Id, PointStore Points)? Find(string name)
    {
        lock (_gate)
        {
            return _databases.TryGetValue(name, out var found) ? found : null;
        }
    }

    private List<(string Id, PointStore Points)> All()
    {
        lock (_gate)
        {
            return [.. _databases.Values];
        }
    }

    private string? Make(string name)
    {
        lock (_gate)
        {
            string id = $"{++_made:x16}";
            return _databases.TryAdd(name, (id, new PointStore())) ? id : null;
        }
    }

    private bool Drop(Func<(string Name, string Id), bool> which)
    {
        lock (_gate)
        {
            string? name = _databases.FirstOrDefault(d => which((d.Key, d.Value.Id))).Key;
            return name is not null && _databases.Remove(name);
        }
    }
}
