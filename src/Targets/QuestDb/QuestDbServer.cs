using System.Text.Json;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Http;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.QuestDb;

/// <summary>Asks the server by SQL over HTTP.</summary>
/// <param name="place">Where it is.</param>
/// <param name="options">How connections are made.</param>
internal sealed class QuestDbServer(ServerAddress place, HttpConnectionOptions options)
{
    private const int LongestAnswer = 4 << 20;

    // The server ends a query after a minute by itself: a large table takes longer to be read.
    private const string Unhurried = "Statement-Timeout: 86400000";

    public ServerAddress Place => place;

    /// <summary>A connection of its own.</summary>
    public HttpSession Session() => new(place.Server, options);

    /// <summary>Carries out a statement, or asks a question with a small answer.</summary>
    /// <param name="sql">The statement.</param>
    /// <param name="cancellation">Cancels the call.</param>
    /// <returns>The rows.</returns>
    /// <exception cref="WireException">The server refuses, or cannot be reached.</exception>
    public IReadOnlyList<JsonElement[]> Query(string sql, CancellationToken cancellation)
    {
        using var session = Session();
        return Query(session, sql, cancellation);
    }

    /// <summary>The same by a connection that is there.</summary>
    public static IReadOnlyList<JsonElement[]> Query(HttpSession session, string sql, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        using var cut = cancellation.Register(session.Close);
        try
        {
            var connection = session.Connection();
            connection.Ask(HttpRequest.Make("GET", HttpRequest.Target("/exec", ("query", sql), ("nm", "true")), connection,
                Unhurried));
            using var answer = JsonDocument.Parse(connection.Text(LongestAnswer));
            return answer.RootElement.TryGetProperty("dataset", out var rows)
                ? [.. rows.EnumerateArray().Select(row => row.EnumerateArray().Select(cell => cell.Clone()).ToArray())] : [];
        }
        catch (WireException) when (cancellation.IsCancellationRequested)
        {
            throw new OperationCanceledException(cancellation);
        }
        catch (JsonException exception)
        {
            throw new WireProtocolException("The server's answer is not the JSON that was asked for.", exception);
        }
    }

    /// <summary>Asks for rows as lines of CSV. The answer is read from the connection.</summary>
    public static void Export(HttpConnection connection, string sql) =>
        connection.Ask(HttpRequest.Make("GET", HttpRequest.Target("/exp", ("query", sql)), connection, Unhurried));

    /// <summary>What it is: its build, and the versions of the line protocol that it takes.</summary>
    /// <exception cref="TargetException">It is no QuestDB.</exception>
    public QuestDbInfo Info(CancellationToken cancellation)
    {
        using var session = Session();
        string build = string.Empty;
        try
        {
            build = Query(session, "SELECT build()", cancellation)[0][0].GetString() ?? string.Empty;
        }
        catch (Exception exception) when (
            exception is HttpStatusException { IsAccess: false } or WireProtocolException or ArgumentOutOfRangeException
                or InvalidOperationException)
        {
            throw new TargetException($"What answers at {place} is no QuestDB.", exception);
        }

        return new QuestDbInfo(
            build.Split(',')[0].Replace("Build Information: ", string.Empty, StringComparison.Ordinal),
            Parameters(session, cancellation),
            Versions(session, cancellation).Contains(2));
    }

    private static Dictionary<string, string> Parameters(HttpSession session, CancellationToken cancellation) =>
        Query(session, "SHOW PARAMETERS", cancellation)
        .Where(row => row[2].ValueKind == JsonValueKind.String && row[4].ValueKind == JsonValueKind.False)
        .ToDictionary(row => row[0].GetString()!, row => row[2].GetString()!, StringComparer.Ordinal);

    private static List<int> Versions(HttpSession session, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        var connection = session.Connection();
        try
        {
            connection.Ask(HttpRequest.Make("GET", "/settings", connection));
            using var settings = JsonDocument.Parse(connection.Text(LongestAnswer));
            return settings.RootElement.TryGetProperty("config", out var config)
                && config.TryGetProperty("line.proto.support.versions", out var versions)
                ? [.. versions.EnumerateArray().Select(version => version.GetInt32())]
                : [1];
        }
        catch (Exception exception) when (exception is HttpStatusException or JsonException)
        {
            // A version that does not tell has the first alone.
            return [1];
        }
    }
}

/// <summary>What a server says of itself.</summary>
/// <param name="Product">Product and version.</param>
/// <param name="Parameters">Its settings by name, those that are secret left out.</param>
/// <param name="TakesBinary">True if it takes doubles as their bytes.</param>
internal sealed record QuestDbInfo(string Product, IReadOnlyDictionary<string, string> Parameters, bool TakesBinary)
{
    /// <summary>What a commit waits for.</summary>
    public string CommitMode => Parameters.GetValueOrDefault("cairo.commit.mode", "nosync");
}
