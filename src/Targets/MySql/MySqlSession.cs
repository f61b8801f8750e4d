using System.Diagnostics;
using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.MySql;

/// <summary>
/// A writer's session. It holds a server lock (<c>GET_LOCK</c>) under a unique name, which the server releases only after the
/// session's transaction has ended. So a writer can ask whether a lost session may still commit. Connection numbers cannot serve
/// for that, because they restart with the server. <see cref="MySqlWriter"/> opens one, and another after a loss.
/// <c>MySqlDriverSession</c> must take the same lock. One thread uses it, but a cancellation disposes it from another thread.
/// </summary>
internal sealed class MySqlSession : IMySqlSession
{
    private readonly MySqlConnection _connection;
    private readonly IBatchWay _way;
    private MySqlKeyed? _keyed;

    private MySqlSession(MySqlConnection connection, string name, IBatchWay way) =>
        (_connection, Name, _way) = (connection, name, way);

    /// <inheritdoc/>
    public string Name { get; }

    /// <summary>Opens a session, takes its lock and prepares the write method.</summary>
    /// <param name="server">The server.</param>
    /// <param name="table">The table and its statements.</param>
    /// <param name="endpoint">Names the write method.</param>
    public static MySqlSession Open(MySqlSessions server, MySqlTable table, MySqlEndpoint endpoint)
    {
        var connection = server.Open();
        try
        {
            string name = NewName();
            connection.Query(Lock(name));
            return new(connection, name, BatchWays.Open(connection, table, endpoint));
        }
        catch
        {
            connection.Dispose();
            throw;
        }
    }

    /// <summary>Makes up a unique name for a lock.</summary>
    public static string NewName() => "dbingest-" + Guid.NewGuid().ToString("N");

    /// <summary>The statement that takes a lock.</summary>
    public static string Lock(string name) => $"SELECT GET_LOCK('{name}', 0)";

    /// <summary>
    /// Kills a lost session and waits until it has left the server: it may still read a batch from its socket and commit it
    /// later.
    /// </summary>
    /// <param name="connection">Another session.</param>
    /// <param name="name">Name of the lost session's lock.</param>
    /// <param name="timeout">Longest wait.</param>
    /// <exception cref="BatchWriteException">The session is still there, so the fate of the batch is unknown.</exception>
    public static void EnsureGone(MySqlConnection connection, string name, TimeSpan timeout)
    {
        bool asked = false;
        for (long started = Stopwatch.GetTimestamp(); Holder(connection, name) is { } id;)
        {
            if (!asked)
            {
                End(connection, id);
                asked = true;
            }

            if (Stopwatch.GetElapsedTime(started) > timeout)
            {
                throw new BatchWriteException(
                    $"The server's thread {id} of the lost connection is still there: what becomes of the batch is not known "
                    + $"yet.", isTransient: true, isAmbiguous: true);
            }

            Thread.Sleep(10);
        }
    }

    /// <summary>Kills the session that holds a lock, if there is one.</summary>
    /// <param name="connection">Another session.</param>
    /// <param name="name">Name of the lock.</param>
    public static void Kill(MySqlConnection connection, string name)
    {
        if (Holder(connection, name) is { } id)
        {
            End(connection, id);
        }
    }

    /// <inheritdoc/>
    public string? Write(RecordBatch batch, bool isInTransaction = false) => _way.Write(batch, isInTransaction);

    /// <inheritdoc/>
    public int Execute(string sql) => (int)_connection.Execute(sql).Rows;

    /// <inheritdoc/>
    public string? Text(string sql) => _connection.Query(sql) is [[var text, ..], ..] ? text : null;

    /// <summary>The statements on single records, prepared at the first use.</summary>
    /// <param name="table">The table and its statements.</param>
    public MySqlKeyed Keyed(MySqlTable table) => _keyed ??= new MySqlKeyed(_connection, table);

    /// <inheritdoc/>
    public void Close() => _connection.Close();

    public void Dispose() => _connection.Dispose();

    private static string? Holder(MySqlConnection connection, string name) =>
        connection.Query($"SELECT IS_USED_LOCK('{name}')")[0][0];

    private static void End(MySqlConnection connection, string id)
    {
        try
        {
            connection.Execute(
                string.Create(CultureInfo.InvariantCulture, $"KILL CONNECTION {long.Parse(id, CultureInfo.InvariantCulture)}"));
        }
        catch (MySqlServerException)
        {
            // It has just ended, or this user may not end it. Then it ends once the server notices that its client has gone.
        }
    }
}
