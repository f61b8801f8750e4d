using DbIngest.Wire;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.MySql;

/// <summary>Opens sessions with one server.</summary>
internal sealed class MySqlServer(MySqlConnectionOptions options)
{
    /// <summary>DDL that waits for somebody else's open transaction is told so, rather than a day later.</summary>
    public const string Begin =
        "SET SESSION autocommit = 1, sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION', lock_wait_timeout = 60";

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
}
