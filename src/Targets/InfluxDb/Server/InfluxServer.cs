using System.Text.Json;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Http;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.InfluxDb.Server;

/// <summary>
/// Sends requests to an InfluxDB server over HTTP: InfluxQL, or the interfaces of later versions. Definition, target, audit,
/// recipe, the plan of a private server and the version-specific requests use it outside the timed path. A writer takes only
/// its connection and the template of its reads from it. Thread-safe: each call opens a connection unless it is given one.
/// Answers are limited to 64 MiB, so rows of the measurement must be read after <see cref="Export"/>.
/// </summary>
/// <param name="place">Address of the server.</param>
/// <param name="options">Timeouts, encryption and credentials.</param>
internal sealed class InfluxServer(ServerAddress place, HttpConnectionOptions options)
{
    private const int LongestAnswer = 64 << 20;

    public ServerAddress Place => place;

    /// <summary>Creates a connection, which the caller disposes.</summary>
    public HttpSession Session() => new(place.Server, options);

    /// <summary>Asks the server for its version.</summary>
    /// <param name="cancellation">Cancels the call.</param>
    /// <returns>The first number of the version, and the product with its whole version.</returns>
    /// <exception cref="TargetException">The server is not InfluxDB 1, 2 or 3.</exception>
    public (int Major, string Product) Version(CancellationToken cancellation)
    {
        try
        {
            if (Health(cancellation) is { } health)
            {
                // Version 3 answers OK here, and reports its version at another path.
                using var told = JsonDocument.Parse(health.StartsWith('{') ? health : Text("/ping", cancellation));
                string version = told.RootElement.GetProperty("version").GetString()!.TrimStart('v');
                if (version.Length > 1 && version[0] is >= '1' and <= '3' && version[1] == '.')
                {
                    return (version[0] - '0',
                        $"{(told.RootElement.TryGetProperty("product_name", out var name) ? name.GetString() : "InfluxDB")} "
                        + $"{version}");
                }
            }
            else if (Query("SHOW DIAGNOSTICS", null, cancellation).FirstOrDefault(s => s.Name == "build")?.Rows[0]
                .GetValueOrDefault("Version").GetString() is ['1', ..] version)
            {
                return (1, $"InfluxDB {version}");
            }
        }
        catch (Exception exception) when (
            exception is HttpStatusException { IsAccess: false } or WireProtocolException or InvalidOperationException
                or JsonException or KeyNotFoundException)
        {
            // Another product that speaks HTTP.
        }

        throw new TargetException($"What answers at {place} is no InfluxDB of version 1, 2 or 3.");
    }

    /// <summary>Runs a statement, or a query with a small answer.</summary>
    /// <param name="statement">The InfluxQL statement.</param>
    /// <param name="database">Name of the database. Null for none.</param>
    /// <param name="cancellation">Cancels the call.</param>
    /// <returns>The series of the answer.</returns>
    /// <exception cref="WireException">The server refuses, or cannot be reached.</exception>
    public IReadOnlyList<InfluxSeries> Query(string statement, string? database, CancellationToken cancellation)
    {
        using var session = Session();
        return Query(session, statement, database, cancellation);
    }

    /// <summary>As <see cref="Query(string, string?, CancellationToken)"/>, on a given connection.</summary>
    public static IReadOnlyList<InfluxSeries> Query(HttpSession session, string statement, string? database,
        CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        using var cut = cancellation.Register(session.Close);
        try
        {
            var connection = session.Connection();
            connection.Ask(Request(connection, "POST", statement, database));
            using var answer = JsonDocument.Parse(connection.Text(LongestAnswer));
            var result = answer.RootElement.GetProperty("results")[0];
            return result.TryGetProperty("error", out var error)
                ? throw new HttpStatusException(200, error.GetString() ?? string.Empty)
                : result.TryGetProperty("series", out var series) ? [.. series.EnumerateArray().Select(InfluxSeries.Read)] : [];
        }
        catch (WireException) when (cancellation.IsCancellationRequested)
        {
            throw new OperationCanceledException(cancellation);
        }
        catch (Exception exception) when (exception is JsonException or KeyNotFoundException)
        {
            throw new WireProtocolException("The server's answer is not the JSON that was asked for.", exception);
        }
    }

    /// <summary>Requests a text by GET.</summary>
    /// <param name="target">Path and query of the request.</param>
    /// <param name="cancellation">Cancels the call.</param>
    public string Text(string target, CancellationToken cancellation) => Text("GET", target, null, cancellation);

    /// <summary>Sends a request of the interfaces from version 2 on.</summary>
    /// <param name="method">The HTTP method.</param>
    /// <param name="target">Path and query of the request.</param>
    /// <param name="body">Object to send as JSON. Null for none.</param>
    /// <param name="cancellation">Cancels the call.</param>
    /// <returns>The body of the answer.</returns>
    /// <exception cref="WireException">The server refuses, or cannot be reached.</exception>
    public string Text(string method, string target, object? body, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        using var session = Session();
        using var cut = cancellation.Register(session.Cut);
        try
        {
            var connection = session.Connection();
            connection.Ask(
                HttpRequest.Make(method, target, connection, body is null ? [] : ["Content-Type: application/json"]),
                body is null ? default : JsonSerializer.SerializeToUtf8Bytes(body));
            return connection.Text(LongestAnswer);
        }
        catch (WireException) when (cancellation.IsCancellationRequested)
        {
            throw new OperationCanceledException(cancellation);
        }
    }

    /// <summary>
    /// As <see cref="Text(string, string, object?, CancellationToken)"/>, for an answer in JSON or an empty one.
    /// </summary>
    public JsonElement Json(string method, string target, object? body, CancellationToken cancellation)
    {
        string text = Text(method, target, body, cancellation);
        try
        {
            using var answer = JsonDocument.Parse(text.Length > 0 ? text : "{}");
            return answer.RootElement.Clone();
        }
        catch (JsonException exception)
        {
            throw new WireProtocolException("The server's answer is not the JSON that was asked for.", exception);
        }
    }

    /// <summary>
    /// Requests rows as lines of CSV with timestamps in microseconds. The caller reads the answer from the connection.
    /// </summary>
    public static void Export(HttpConnection connection, string statement, string database) =>
        connection.Ask(Request(connection, "GET", statement, database, "Accept: application/csv"));

    /// <summary>A request for rows as lines of CSV, as <see cref="Export"/> sends it, with numbers in the statement.</summary>
    public static HttpTemplate ExportOf(HttpConnection connection, string statement, string database, int numbers) =>
        HttpTemplate.Make(HttpRequest.Target("/query", ("q", statement), ("db", database), ("epoch", "u")), numbers, connection,
            "Accept: application/csv");

    /// <summary>The server's health. Null from a server without this interface, such as version 1 before 1.8.</summary>
    private string? Health(CancellationToken cancellation)
    {
        try
        {
            return Text("/health", cancellation);
        }
        catch (HttpStatusException none) when (none.Status == 404)
        {
            return null;
        }
    }

    private static HttpRequest Request(HttpConnection connection, string method, string statement, string? database,
        params IReadOnlyList<string> headers) => HttpRequest.Make(
        method, HttpRequest.Target("/query", ("q", statement), ("db", database), ("epoch", "u"),
            ("chunked", method == "GET" ? "true" : null)), connection, headers);
}

/// <summary>A series in an answer to a query. <see cref="InfluxServer"/> returns it.</summary>
/// <param name="Name">Name of the series.</param>
/// <param name="Tags">Tags of the series.</param>
/// <param name="Rows">Rows, each with its cells by column name.</param>
internal sealed record InfluxSeries(string Name, IReadOnlyDictionary<string, string> Tags,
    IReadOnlyList<IReadOnlyDictionary<string, JsonElement>> Rows)
{
    /// <summary>Parses a series.</summary>
    public static InfluxSeries Read(JsonElement series)
    {
        string[] columns = [.. series.GetProperty("columns").EnumerateArray().Select(c => c.GetString()!)];
        return new(
            series.TryGetProperty("name", out var name) ? name.GetString()! : string.Empty,
            series.TryGetProperty("tags", out var tags) ? tags.EnumerateObject()
                .ToDictionary(t => t.Name, t => t.Value.GetString() ?? string.Empty, StringComparer.Ordinal) : [],
            series.TryGetProperty("values", out var rows)
                ? [.. rows.EnumerateArray()
                    .Select(row => (IReadOnlyDictionary<string, JsonElement>)row.EnumerateArray().Zip(columns)
                    .GroupBy(cell => cell.Second, StringComparer.Ordinal)
                        .ToDictionary(g => g.Key, g => g.First().First.Clone(), StringComparer.Ordinal))]
                : []);
    }
}
