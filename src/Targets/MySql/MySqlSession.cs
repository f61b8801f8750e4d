using System.Diagnostics;
using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.MySql;

/// <summary>
/// A writer's session. It holds a lock of the server (<c>GET_LOCK</c>) under a name that no other session ever has, and that the
/// server gives back only once the session's transaction has ended: so it can be asked whether anything of a lost session can
/// still arrive. Numbers of connections begin anew with a server.
/// </summary>
internal sealed class MySqlSession : IDisposable
{
    private MySqlSession(MySqlConnection connection, string name)
    {
        Connection = connection;
        Name = name;
    }

    public MySqlConnection Connection { get; }

    /// <summary>The name of its lock.</summary>
    public string Name { get; }

    /// <summary>Opens a session.</summary>
    /// <param name="server">The server.</param>
    public static MySqlSession Open(MySqlServer server)
    {
        var connection = server.Open();
        try
        {
            string name = NewName();
            connection.Query(Lock(name));
            return new(connection, name);
        }
        catch
        {
            connection.Dispose();
            throw;
        }
    }

    /// <summary>A name that no other session ever has.</summary>
    public static string NewName() => "dbingest-" + Guid.NewGuid().ToString("N");

    /// <summary>What a session says to hold its lock.</summary>
    public static string Lock(string name) => $"SELECT GET_LOCK('{name}', 0)";

    /// <summary>
    /// Makes sure that a session has left the server: it may still be reading a batch from its socket, and commit it later.
    /// </summary>
    /// <param name="connection">Another session.</param>
    /// <param name="name">The name of the lock.</param>
    /// <param name="patience">How long to wait.</param>
    /// <exception cref="BatchWriteException">It is still there.</exception>
    public static void EnsureGone(MySqlConnection connection, string name, TimeSpan patience)
    {
        bool asked = false;
        for (long started = Stopwatch.GetTimestamp(); Holder(connection, name) is { } id;)
        {
            if (!asked)
            {
                End(connection, id);
                asked = true;
            }

            if (Stopwatch.GetElapsedTime(started) > patience)
            {
                throw new BatchWriteException(
                    $"The server's thread {id} of the lost connection is still there: what becomes of the batch is not known "
                    + $"yet.", isTransient: true, isAmbiguous: true);
            }

            Thread.Sleep(10);
        }
    }

    /// <summary>Ends a session, if it is there.</summary>
    /// <param name="connection">Another session.</param>
    /// <param name="name">The name of the lock.</param>
    public static void Kill(MySqlConnection connection, string name)
    {
        if (Holder(connection, name) is { } id)
        {
            End(connection, id);
        }
    }

    public void Dispose() => Connection.Dispose();

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
            // It has just ended; or it is not ours to end, and ends by itself once the server notices that its client has gone.
        }
    }
}
