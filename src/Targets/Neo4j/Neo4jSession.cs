using System.Diagnostics;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire.Bolt;

namespace DbIngest.Targets.Neo4j;

/// <summary>
/// A writer's session. The server lists it and its transactions under a name that no other session ever has: so it can be asked
/// whether anything of a lost session can still arrive. Its own numbers begin anew with a server.
/// </summary>
internal sealed class Neo4jSession : IDisposable
{
    private const string Connections =
        "CALL dbms.listConnections() YIELD connectionId, userAgent WHERE userAgent ENDS WITH $name RETURN connectionId";
    private const string Transactions =
        "SHOW TRANSACTIONS YIELD transactionId, metaData WHERE metaData.dbingest = $name RETURN transactionId";

    private Neo4jSession(BoltConnection connection, string name, BoltContext context)
    {
        Connection = connection;
        Name = name;
        Context = context;
    }

    public BoltConnection Connection { get; }

    public string Name { get; }

    /// <summary>What its statements run in.</summary>
    public BoltContext Context { get; }

    /// <summary>Opens a session.</summary>
    /// <param name="server">The server.</param>
    public static Neo4jSession Open(Neo4jServer server)
    {
        string name = Guid.NewGuid().ToString("N");
        return new(server.Open(name), name, new BoltContext(server.Database, name));
    }

    /// <summary>
    /// Makes sure that a session has left the server, with its transactions: it may still be reading a batch from its socket, and
    /// commit it later.
    /// </summary>
    /// <param name="server">The server.</param>
    /// <param name="connection">Another session.</param>
    /// <param name="name">The name of the one that is to be gone.</param>
    /// <exception cref="BatchWriteException">It is still there.</exception>
    public static void EnsureGone(Neo4jServer server, BoltConnection connection, string name)
    {
        // In this order: a session that is gone begins no transaction any more.
        End(server, connection, name, Connections, "CALL dbms.killConnection($id)");
        End(server, connection, name, Transactions, "TERMINATE TRANSACTION $id");
    }

    public void Dispose() => Connection.Dispose();

    private static void End(Neo4jServer server, BoltConnection connection, string name, string question, string end)
    {
        bool asked = false;
        for (long started = Stopwatch.GetTimestamp(); server.Query(connection, question, ("name", name)) is [[string id, ..],
            ..]; Thread.Sleep(10))
        {
            if (Stopwatch.GetElapsedTime(started) > server.Timeout)
            {
                throw new BatchWriteException(
                    $"{id} of the lost connection is still there: what becomes of the batch is not known yet.", isTransient: true,
                    isAmbiguous: true);
            }

            if (!asked)
            {
                asked = true;
                try
                {
                    server.Query(connection, end, ("id", id));
                }
                catch (BoltServerException)
                {
                    // It has just ended; or it is not ours to end, and ends by itself once the server notices that its client has
                    // gone.
                }
            }
        }
    }
}
