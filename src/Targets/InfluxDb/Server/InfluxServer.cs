using System.Text.Json;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Http;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.InfluxDb.Server;

/// <summary>Asks the server over HTTP: by InfluxQL, or by the interfaces of its later versions.</summary>
/// <param name="place">Where it is.</param>
/// <param name="options">How connections are made.</param>
internal sealed class InfluxServer(ServerAddress place, HttpConnectionOptions options)
{
    private const int LongestAnswer = 64 << 20;

    public ServerAddress Place => place;

    /// <summary>A connection of its own.</summary>
    public HttpSession Session() => new(place.Server, options);

    /// <summary>What it is.</summary>
    /// <param name="cancellation">Cancels the call.</param>
    /// <returns>The first number of its version, and its name with all of it.</returns>
    /// <exception cref="TargetException">It is no InfluxDB of version 1 to 3.</exception>
    public (int Major, string Product) Version(CancellationToken cancellation)
    {
        try
        {
            if (Health(cancellation) is { } health)
            {
                // Version 3 says OK, and by another path what it is.
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
            // Something else that speaks HTTP.
        }

        throw new TargetException($"What answers at {place} is no InfluxDB of version 1, 2 or 3.");
    }

    /// <summary>Carries out a statement, or asks a question with a small answer.</summary>
    /// <param name="statement">The statement.</param>
    /// <param name="database">The database that is meant. Null for none.</param>
    /// <param name="cancellation">Cancels the call.</param>
    /// <returns>The series.</returns>
    /// <exception cref="WireException">The server refuses, or cannot be reached.</exception>
    public IReadOnlyList<InfluxSeries> Query(string statement, string? database, CancellationToken cancellation)
    {
        using var session = Session();
        return Query(session, statement, database, cancellation);
    }

    /// <summary>The same by a connection that is there.</summary>
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

    /// <summary>Asks for a text.</summary>
    /// <param name="target">The request's path and query.</param>
    /// <param name="cancellation">Cancels the call.</param>
    public string Text(string target, CancellationToken cancellation) => Text("GET", target, null, cancellation);

    /// <summary>Sends a request of the interfaces that came with version 2.</summary>
    /// <param name="method">The method.</param>
    /// <param name="target">The request's path and query.</param>
    /// <param name="body">What is sent as JSON. Null for nothing.</param>
    /// <param name="cancellation">Cancels the call.</param>
    /// <returns>The answer.</returns>
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

    /// <summary>The same where the answer is JSON, or nothing.</summary>
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

    /// <summary>Asks for rows as lines of CSV, timestamps in microseconds. The answer is read from the connection.</summary>
    public static void Export(HttpConnection connection, string statement, string database) =>
        connection.Ask(Request(connection, "GET", statement, database, "Accept: application/csv"));

    /// <summary>What it says of its health. Null if it has no word for that, as version 1 before 1.8.</summary>
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

/// <summary>A series of an answer.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Tags">Its tags.</param>
/// <param name="Rows">Its rows, cells by the name of their column.</param>
internal sealed record InfluxSeries(string Name, IReadOnlyDictionary<string, string> Tags,
    IReadOnlyList<IReadOnlyDictionary<string, JsonElement>> Rows)
{
    /// <summary>Reads a series.</summary>
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
