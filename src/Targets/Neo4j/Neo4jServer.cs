using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.Bolt;

namespace DbIngest.Targets.Neo4j;

/// <summary>Opens sessions with one server.</summary>
/// <param name="options">How connections are made.</param>
/// <param name="database">The database.</param>
internal sealed class Neo4jServer(BoltConnectionOptions options, string database)
{
    /// <summary>What statements run in.</summary>
    public BoltContext Context { get; } = new(database);

    public string Database => database;

    public TimeSpan Timeout => options.RequestTimeout;

    /// <summary>Opens a session.</summary>
    /// <param name="name">What the server lists it as behind our name; null for nothing.</param>
    /// <param name="timeout">How long a request of it may take; null for the usual.</param>
    /// <exception cref="WireException">The server cannot be reached, or refuses.</exception>
    public BoltConnection Open(string? name = null, TimeSpan? timeout = null) =>
        BoltConnection.Open(
            options with
            {
                Agent = name is null ? options.Agent : $"{options.Agent} {name}",
                RequestTimeout = timeout
            ?? options.RequestTimeout
            });

    /// <summary>Carries out a statement with few rows.</summary>
    /// <param name="connection">A session.</param>
    /// <param name="text">The statement.</param>
    /// <param name="parameters">Its parameters.</param>
    public IReadOnlyList<object?[]> Query(BoltConnection connection, string text,
        params IReadOnlyList<(string Name, object Value)> parameters) => connection.Query(text, Context, parameters);

    /// <summary>The number of the last transaction of the database.</summary>
    /// <param name="connection">A session.</param>
    /// <exception cref="TargetException">The server does not tell in a form that is known.</exception>
    public long LastTransaction(BoltConnection connection)
    {
        Query(connection, "RETURN 1");
        return connection.LastTransaction
            ?? throw new TargetException(
            $"{connection.Server} does not say which transaction was its last, in a form that is known here.");
    }
}
