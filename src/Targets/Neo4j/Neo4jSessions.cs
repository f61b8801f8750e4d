using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.Bolt;

namespace DbIngest.Targets.Neo4j;

/// <summary>
/// Opens sessions to one Neo4j server. <see cref="Neo4jDefinition"/> creates one for a target, whose writers share it, and
/// <c>Neo4jDriverPath</c> creates another. Thread-safe: each call opens a new connection, which the caller disposes.
/// </summary>
/// <param name="options">Address, credentials and timeouts.</param>
/// <param name="database">Name of the database.</param>
internal sealed class Neo4jSessions(BoltConnectionOptions options, string database)
{
    /// <summary>The database in which statements run.</summary>
    public BoltContext Context { get; } = new(database);

    public string Database => database;

    public TimeSpan Timeout => options.RequestTimeout;

    /// <summary>Opens a session.</summary>
    /// <param name="name">Text after the program's name in the server's list of connections. Null for none.</param>
    /// <param name="timeout">Timeout of its requests. Null for the user's.</param>
    /// <exception cref="WireException">The server cannot be reached, or refuses.</exception>
    public BoltConnection Open(string? name = null, TimeSpan? timeout = null) =>
        BoltConnection.Open(
            options with
            {
                Agent = name is null ? options.Agent : $"{options.Agent} {name}",
                RequestTimeout = timeout
            ?? options.RequestTimeout
            });

    /// <summary>Runs a statement that returns few rows.</summary>
    /// <param name="connection">A session.</param>
    /// <param name="text">The statement.</param>
    /// <param name="parameters">Its parameters by name.</param>
    public IReadOnlyList<object?[]> Query(BoltConnection connection, string text,
        params IReadOnlyList<(string Name, object Value)> parameters) => connection.Query(text, Context, parameters);

    /// <summary>
    /// The number of the database's last transaction. Settling waits for a checkpoint that includes the transaction.
    /// </summary>
    /// <param name="connection">A session.</param>
    /// <exception cref="TargetException">The server does not report it in a known form.</exception>
    public long LastTransaction(BoltConnection connection)
    {
        Query(connection, "RETURN 1");
        return connection.LastTransaction
            ?? throw new TargetException(
            $"{connection.Server} does not say which transaction was its last, in a form that is known here.");
    }
}
