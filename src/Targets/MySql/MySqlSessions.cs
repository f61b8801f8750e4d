using DbIngest.Wire;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.MySql;

/// <summary>
/// Opens sessions to one MySQL or MariaDB server, each in strict mode and with autocommit, whatever the server's defaults are. A
/// target holds one object and shares it with its writers.
/// <see cref="MySqlFamilyDefinition"/>, <c>MySqlDriverPath</c> and <see cref="MariaDbRecipe"/> create their own. Thread-safe:
/// each caller gets its own session and disposes it.
/// </summary>
internal sealed class MySqlSessions(MySqlConnectionOptions options)
{
    /// <summary>
    /// The first statement of a session. In strict mode the server refuses a value that it would otherwise alter. With its lock
    /// timeout, DDL fails after 60 s instead of waiting a day for another session's open transaction. No commit begins the next
    /// transaction, in which a batch of one statement would stay uncommitted.
    /// </summary>
    public const string Begin = "SET SESSION autocommit = 1, completion_type = 'NO_CHAIN', "
        + "sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION', lock_wait_timeout = 60";

    /// <summary>Address, credentials, encryption and timeouts.</summary>
    public MySqlConnectionOptions Options => options;

    /// <summary>Timeout of one request, and longest wait for a lost session to end.</summary>
    public TimeSpan Timeout => options.RequestTimeout;

    /// <summary>Opens a session.</summary>
    /// <param name="timeout">Timeout of its requests. Null for the user's.</param>
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

    /// <summary>Kills the session that holds a lock, if there is one. Ignores a server that cannot be reached.</summary>
    /// <param name="name">Name of the lock.</param>
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
