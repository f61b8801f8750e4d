using System.Text;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Http;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.ClickHouse.Server;

/// <summary>Asks the server by SQL over HTTP.</summary>
/// <param name="place">Where it is.</param>
/// <param name="options">How connections are made.</param>
/// <param name="database">The database that is meant.</param>
internal sealed class ClickHouseServer(ServerAddress place, HttpConnectionOptions options, string database)
{
    private const int LongestAnswer = 4 << 20;

    public ServerAddress Place => place;

    public string Database => database;

    /// <summary>A connection of its own.</summary>
    public HttpSession Session() => new(place.Server, options);

    /// <summary>What it is.</summary>
    /// <exception cref="TargetException">It is no ClickHouse.</exception>
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
            // Something else that speaks HTTP.
        }

        throw new TargetException($"What answers at {place} is no ClickHouse.");
    }

    /// <summary>Carries out a statement, or asks a question with a small answer.</summary>
    /// <param name="sql">The statement.</param>
    /// <param name="cancellation">Cancels the call.</param>
    /// <returns>The rows, their cells as text.</returns>
    /// <exception cref="WireException">The server refuses, or cannot be reached.</exception>
    public IReadOnlyList<string[]> Query(string sql, CancellationToken cancellation)
    {
        using var session = Session();
        return Query(session, sql, cancellation);
    }

    /// <summary>The same by a connection that is there.</summary>
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

    /// <summary>Sends a statement. The answer is read from the connection.</summary>
    public void Ask(HttpConnection connection, string sql, params IReadOnlyList<(string Name, string? Value)> parameters) =>
        connection.Ask(HttpRequest.Make("POST", HttpRequest.Target("/", [("database", database), .. parameters]), connection),
            Encoding.UTF8.GetBytes(sql));
}
