using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.Bolt;

namespace DbIngest.Targets.Neo4j;

/// <summary>Opens sessions with one server.</summary>
/// <param name="place">Where it is.</param>
/// <param name="options">How connections are made.</param>
/// <param name="database">The database.</param>
internal sealed class Neo4jServer(Neo4jPlace place, BoltConnectionOptions options, string database)
{
    /// <summary>What statements run in.</summary>
    public BoltContext Context { get; } = new(database);

    public Neo4jPlace Place => place;

    public string Database => database;

    public TimeSpan Timeout => options.RequestTimeout;

    /// <summary>Opens a session.</summary>
    /// <param name="name">What the server lists it as behind our name; null for nothing.</param>
    /// <param name="timeout">How long a request of it may take; null for the usual.</param>
    /// <exception cref="WireException">The server cannot be reached, or refuses.</exception>
    public BoltConnection Open(string? name = null, TimeSpan? timeout = null) =>
        BoltConnection.Open(options with { Agent = name is null ? options.Agent : $"{options.Agent} {name}", RequestTimeout = timeout ?? options.RequestTimeout });

    /// <summary>Whether a server answers there in this protocol, also by refusing us.</summary>
    public bool Answers()
    {
        try
        {
            Open().Close();
            return true;
        }
        catch (BoltServerException)
        {
            return true;
        }
        catch (WireException)
        {
            return false;
        }
    }

    /// <summary>Whether a server answers there whose database takes statements.</summary>
    public bool HasDatabase()
    {
        try
        {
            using var connection = Open();
            Query(connection, "RETURN 1");
            connection.Close();
            return true;
        }
        catch (WireException)
        {
            return false;
        }
    }

    /// <summary>Carries out a statement with few rows.</summary>
    /// <param name="connection">A session.</param>
    /// <param name="text">The statement.</param>
    /// <param name="parameters">Its parameters.</param>
    public IReadOnlyList<object?[]> Query(BoltConnection connection, string text, params IReadOnlyList<(string Name, object Value)> parameters) => connection.Query(text, Context, parameters);

    /// <summary>The number of the last transaction of the database.</summary>
    /// <param name="connection">A session.</param>
    /// <exception cref="TargetException">The server does not tell in a form that is known.</exception>
    public long LastTransaction(BoltConnection connection)
    {
        Query(connection, "RETURN 1");
        return connection.LastTransaction ?? throw new TargetException($"{connection.Server} does not say which transaction was its last, in a form that is known here.");
    }

    /// <summary>Runs a verb on a session of its own, which a cancellation ends.</summary>
    /// <typeparam name="T">What it gives.</typeparam>
    /// <param name="what">What failed if it fails, as the beginning of a sentence.</param>
    /// <param name="work">The work.</param>
    /// <param name="timeout">How long a request of it may take; null for the usual.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <exception cref="TargetException">The server failed.</exception>
    public T Run<T>(string what, Func<BoltConnection, T> work, TimeSpan? timeout = null, CancellationToken cancellation = default)
    {
        cancellation.ThrowIfCancellationRequested();
        try
        {
            using var connection = Open(timeout: timeout);
            using var ending = cancellation.Register(connection.Dispose);
            var result = work(connection);
            connection.Close();
            return result;
        }
        catch (WireException e)
        {
            cancellation.ThrowIfCancellationRequested();
            throw Neo4jErrors.OfTarget($"{what} ({place})", e);
        }
    }
}
