using System.Text;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Http;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.ClickHouse.Server;

/// <summary>
/// Runs SQL on a ClickHouse server over HTTP. Definition, target, recipe and the plan of a private server use it outside the
/// timed path, and <see cref="ClickHouseWriter"/> to begin a session and to recover. Thread-safe: each call opens a connection
/// unless it is given one. Answers are limited to 4 MiB, so rows of the table must be read after <see cref="Ask"/>.
/// </summary>
/// <param name="place">Address of the server.</param>
/// <param name="options">Timeouts, encryption and credentials.</param>
/// <param name="database">Name of the database in which statements run.</param>
internal sealed class ClickHouseServer(ServerAddress place, HttpConnectionOptions options, string database)
{
    private const int LongestAnswer = 4 << 20;

    public ServerAddress Place => place;

    public string Database => database;

    /// <summary>Creates a connection, which the caller disposes.</summary>
    public HttpSession Session() => new(place.Server, options);

    /// <summary>Asks the server for product and version.</summary>
    /// <exception cref="TargetException">The server is not ClickHouse.</exception>
    public string Product(CancellationToken cancellation)
    {
        try
        {
            if (Query("SELECT 'ClickHouse', version()", cancellation) is [["ClickHouse", var version]])
            {
                return $"ClickHouse {version}";
            }
        }
        catch (HttpStatusException refused) when (!refused.IsAccess
            && !refused.Text.StartsWith("Code: ", StringComparison.Ordinal))
        {
            // Another product that speaks HTTP.
        }

        throw new TargetException($"What answers at {place} is no ClickHouse.");
    }

    /// <summary>Runs a statement, or a query with a small answer.</summary>
    /// <param name="sql">The statement.</param>
    /// <param name="cancellation">Cancels the call.</param>
    /// <returns>The rows, with cells as text. Empty for a statement.</returns>
    /// <exception cref="WireException">The server refuses, or cannot be reached.</exception>
    public IReadOnlyList<string[]> Query(string sql, CancellationToken cancellation)
    {
        using var session = Session();
        return Query(session, sql, cancellation);
    }

    /// <summary>
    /// As <see cref="Query(string, CancellationToken)"/>, on a given connection and with parameters of the request.
    /// </summary>
    public IReadOnlyList<string[]> Query(HttpSession session, string sql, CancellationToken cancellation,
        params IReadOnlyList<(string Name, string? Value)> parameters)
    {
        cancellation.ThrowIfCancellationRequested();
        using var cut = cancellation.Register(session.Close);
        try
        {
            var connection = session.Connection();
            Ask(connection, sql, parameters);
            string text = connection.Text(LongestAnswer);
            return [.. text.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => line.Split('\t'))];
        }
        catch (WireException) when (cancellation.IsCancellationRequested)
        {
            throw new OperationCanceledException(cancellation);
        }
    }

    /// <summary>Sends a statement. The caller reads the answer from the connection.</summary>
    public void Ask(HttpConnection connection, string sql, params IReadOnlyList<(string Name, string? Value)> parameters) =>
        connection.Ask(HttpRequest.Make("POST", HttpRequest.Target("/", [("database", database), .. parameters]), connection),
            Encoding.UTF8.GetBytes(sql));
}
