using System.Net;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.MySql;

/// <summary>Opens sessions with one server.</summary>
internal sealed class MySqlServer(MySqlConnectionOptions options)
{
    /// <summary>DDL that waits for somebody else's open transaction is told so, rather than a day later.</summary>
    public const string Begin = "SET SESSION autocommit = 1, sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION', lock_wait_timeout = 60";

    public EndPoint Place => options.Server;

    public string Name => MySqlEndpoint.Show(options.Server);

    /// <summary>How sessions are opened.</summary>
    public MySqlConnectionOptions Options => options;

    public TimeSpan Timeout => options.RequestTimeout;

    /// <summary>Opens a session.</summary>
    /// <param name="timeout">How long a request of it may take; null for the usual.</param>
    /// <exception cref="WireException">The server cannot be reached, or refuses.</exception>
    public MySqlConnection Open(TimeSpan? timeout = null)
    {
        var connection = MySqlConnection.Open(options with { RequestTimeout = timeout ?? options.RequestTimeout });
        try
        {
            connection.Execute(Begin);
            return connection;
        }
        catch
        {
            connection.Dispose();
            throw;
        }
    }

    /// <summary>Ends the session that holds a lock, if there is one and the server can be reached.</summary>
    /// <param name="name">The name of the lock.</param>
    public void TryKill(string name)
    {
        try
        {
            using var connection = Open();
            MySqlSession.Kill(connection, name);
            connection.Close();
        }
        catch (WireException)
        {
            // Whoever waits for the session has its own limit.
        }
    }

    /// <summary>Runs a verb on a session of its own, which a cancellation ends.</summary>
    /// <typeparam name="T">What it gives.</typeparam>
    /// <param name="what">What failed if it fails, as the beginning of a sentence.</param>
    /// <param name="work">The work.</param>
    /// <param name="timeout">How long a request of it may take; null for the usual.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <exception cref="TargetException">The server failed.</exception>
    public T Run<T>(string what, Func<MySqlConnection, T> work, TimeSpan? timeout = null, CancellationToken cancellation = default)
    {
        cancellation.ThrowIfCancellationRequested();
        try
        {
            using var connection = Open(timeout);
            using var ending = cancellation.Register(connection.Dispose);
            var result = work(connection);
            connection.Close();
            return result;
        }
        catch (WireException e)
        {
            cancellation.ThrowIfCancellationRequested();
            throw MySqlErrors.OfTarget($"{what} ({Name})", e);
        }
    }
}
