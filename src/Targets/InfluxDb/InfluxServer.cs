using System.Text.Json;
using DbIngest.Core.Targets;
using DbIngest.Targets.Http;
using DbIngest.Wire;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.InfluxDb;

/// <summary>Asks the server by InfluxQL over HTTP.</summary>
/// <param name="place">Where it is.</param>
/// <param name="options">How connections are made.</param>
internal sealed class InfluxServer(HttpPlace place, HttpConnectionOptions options)
{
    private const int LongestAnswer = 64 << 20;

    public HttpPlace Place => place;

    /// <summary>A connection of its own.</summary>
    public HttpSession Session() => new(place.Server, options);

    /// <summary>What it is.</summary>
    /// <exception cref="TargetException">It is no InfluxDB of version 1.</exception>
    public string Product(CancellationToken cancellation)
    {
        try
        {
            var build = Query("SHOW DIAGNOSTICS", null, cancellation).FirstOrDefault(s => s.Name == "build");
            if (build?.Rows[0].GetValueOrDefault("Version").GetString() is { } version && version.StartsWith('1'))
            {
                return $"InfluxDB {version}";
            }
        }
        catch (Exception exception) when (exception is HttpStatusException { IsAccess: false } or WireProtocolException or InvalidOperationException)
        {
            // Something else that speaks HTTP.
        }

        throw new TargetException($"What answers at {place} is no InfluxDB of version 1.");
    }

    /// <summary>Carries out a statement, or asks a question with a small answer.</summary>
    /// <param name="statement">The statement.</param>
    /// <param name="database">The database that is meant; null for none.</param>
    /// <param name="cancellation">Ends it early.</param>
    /// <returns>The series.</returns>
    /// <exception cref="WireException">The server refuses, or cannot be reached.</exception>
    public IReadOnlyList<InfluxSeries> Query(string statement, string? database, CancellationToken cancellation)
    {
        using var session = Session();
        return Query(session, statement, database, cancellation);
    }

    /// <summary>The same by a connection that is there.</summary>
    public static IReadOnlyList<InfluxSeries> Query(HttpSession session, string statement, string? database, CancellationToken cancellation)
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

    /// <summary>Asks for rows as lines of CSV, timestamps in microseconds. The answer is read from the connection.</summary>
    public static void Export(HttpConnection connection, string statement, string database) =>
        connection.Ask(Request(connection, "GET", statement, database, "Accept: application/csv"));

    private static HttpRequest Request(HttpConnection connection, string method, string statement, string? database, params IReadOnlyList<string> headers) => HttpRequest.Make(
        method, HttpRequest.Target("/query", ("q", statement), ("db", database), ("epoch", "u"), ("chunked", method == "GET" ? "true" : null)), connection, headers);
}

/// <summary>A series of an answer.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Tags">Its tags.</param>
/// <param name="Rows">Its rows, cells by the name of their column.</param>
internal sealed record InfluxSeries(string Name, IReadOnlyDictionary<string, string> Tags, IReadOnlyList<IReadOnlyDictionary<string, JsonElement>> Rows)
{
    /// <summary>Reads a series.</summary>
    public static InfluxSeries Read(JsonElement series)
    {
        string[] columns = [.. series.GetProperty("columns").EnumerateArray().Select(c => c.GetString()!)];
        return new(
            series.TryGetProperty("name", out var name) ? name.GetString()! : string.Empty,
            series.TryGetProperty("tags", out var tags) ? tags.EnumerateObject().ToDictionary(t => t.Name, t => t.Value.GetString() ?? string.Empty, StringComparer.Ordinal) : [],
            series.TryGetProperty("values", out var rows)
                ? [.. rows.EnumerateArray().Select(row => (IReadOnlyDictionary<string, JsonElement>)row.EnumerateArray().Zip(columns)
                    .GroupBy(cell => cell.Second, StringComparer.Ordinal).ToDictionary(g => g.Key, g => g.First().First.Clone(), StringComparer.Ordinal))]
                : []);
    }
}
