using System.Diagnostics;
using System.Text.Json;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Http;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.QuestDb;

/// <summary>
/// Runs SQL on a QuestDB server over HTTP. Definition, plan, recipe, target, log and audit use it outside the timed path.
/// <see cref="QuestDbWriter"/> counts a batch in doubt by it, and takes the request for reads from <see cref="ExportOf"/>.
/// Thread-safe: each call opens a connection unless it is given one.
/// </summary>
/// <param name="place">Address of the server.</param>
/// <param name="options">Timeouts, encryption and credentials.</param>
internal sealed class QuestDbServer(ServerAddress place, HttpConnectionOptions options)
{
    private const int LongestAnswer = 4 << 20;

    // By default the server cancels a query after a minute, while reading a large table takes longer.
    private const string Unhurried = "Statement-Timeout: 86400000";

    private const int TooManyRequests = 429;

    private static readonly TimeSpan BetweenAttempts = TimeSpan.FromMilliseconds(50);

    public ServerAddress Place => place;

    /// <summary>Creates a connection, which the caller disposes.</summary>
    public HttpSession Session() => new(place.Server, options);

    /// <summary>Runs a statement, or a query with a small answer.</summary>
    /// <param name="sql">The statement.</param>
    /// <param name="cancellation">Cancels the call.</param>
    /// <returns>The rows. Empty for a statement.</returns>
    /// <exception cref="WireException">The server refuses, or cannot be reached.</exception>
    public IReadOnlyList<JsonElement[]> Query(string sql, CancellationToken cancellation)
    {
        using var session = Session();
        return Query(session, sql, cancellation);
    }

    /// <summary>As <see cref="Query(string, CancellationToken)"/>, on a given connection.</summary>
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

    /// <summary>Runs a query with a small answer.</summary>
    /// <returns>The cells of its rows as text. Null for a missing value.</returns>
    public static IEnumerable<IReadOnlyList<string?>> Cells(HttpSession session, string sql) =>
        Query(session, sql, CancellationToken.None).Select(row => (IReadOnlyList<string?>)
            [.. row.Select(cell => cell.ValueKind == JsonValueKind.Null ? null : cell.ToString())]);

    /// <summary>
    /// Requests rows as lines of CSV. The server allows few connections for exports (by default as many as cores), and still
    /// counts one that was closed a moment ago. While it refuses for this reason, the method asks again: as long as other threads
    /// read rows, and then up to the timeout of a request.
    /// </summary>
    /// <param name="session">The session that asks.</param>
    /// <param name="sql">The query.</param>
    /// <param name="rowsRead">Returns how many rows all threads have read.</param>
    /// <param name="cancellation">Ends the wait.</param>
    /// <returns>The connection, from which the caller reads the answer.</returns>
    /// <exception cref="WireException">The server refuses, or cannot be reached.</exception>
    public HttpConnection Export(HttpSession session, string sql, Func<long> rowsRead, CancellationToken cancellation)
    {
        long begun = Stopwatch.GetTimestamp();
        long before = rowsRead();
        while (true)
        {
            try
            {
                var connection = session.Connection();
                connection.Ask(HttpRequest.Make("GET", HttpRequest.Target("/exp", ("query", sql)), connection, Unhurried));
                return connection;
            }
            catch (HttpStatusException busy) when (busy.Status == TooManyRequests)
            {
                long now = rowsRead();
                if (now > before)
                {
                    (begun, before) = (Stopwatch.GetTimestamp(), now);
                }
                else if (Stopwatch.GetElapsedTime(begun) >= options.RequestTimeout)
                {
                    throw;
                }

                session.Close();
                cancellation.WaitHandle.WaitOne(BetweenAttempts);
                cancellation.ThrowIfCancellationRequested();
            }
        }
    }

    /// <summary>
    /// Makes a request for rows as lines of CSV with numbers in it. Asks a query over the connection first: the server counts a
    /// connection by its first request, and allows no more for exports than it has cores, but any number for queries.
    /// </summary>
    /// <exception cref="WireException">The server refuses, or cannot be reached.</exception>
    public static HttpTemplate ExportOf(HttpConnection connection, string sql, int numbers)
    {
        connection.Run(HttpRequest.Make("GET", HttpRequest.Target("/exec", ("query", "SELECT 1"), ("nm", "true")), connection));
        return HttpTemplate.Make(HttpRequest.Target("/exp", ("query", sql)), numbers, connection);
    }

    /// <summary>Asks the server for its build, its settings and the supported versions of the line protocol.</summary>
    /// <exception cref="TargetException">The server is not QuestDB.</exception>
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
            QuestDbParameters.Read(() => Query(session, "SHOW PARAMETERS", cancellation), cancellation),
            Versions(session, cancellation).Contains(2));
    }

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
            // A version that does not report this supports only the first version of the protocol.
            return [1];
        }
    }
}

/// <summary>
/// The facts that a QuestDB server reports. <see cref="QuestDbServer.Info"/> returns it when a target is opened or described.
/// </summary>
/// <param name="Product">Product and version.</param>
/// <param name="Parameters">Settings by name, without secret ones.</param>
/// <param name="TakesBinary">True if the server accepts doubles as 8 bytes.</param>
internal sealed record QuestDbInfo(string Product, IReadOnlyDictionary<string, string> Parameters, bool TakesBinary)
{
    /// <summary>Value of <c>cairo.commit.mode</c>: what a commit waits for.</summary>
    public string CommitMode => Parameters.GetValueOrDefault("cairo.commit.mode", "nosync");
}
