using System.Diagnostics;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire.Bolt;

namespace DbIngest.Targets.Neo4j;

/// <summary>
/// A writer's session. The server lists it and its transactions under a unique name, so that the writer can ask whether a lost
/// session may still change anything. The server's own session numbers restart with it and cannot serve for that.
/// <see cref="Neo4jWriter"/> opens one, and another after a loss, and <c>Neo4jDriverWriter</c> only calls
/// <see cref="EnsureGone"/>. No batch may be sent again before <see cref="EnsureGone"/> has returned. One thread uses it, but a
/// cancellation disposes it from another.
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

    /// <summary>The database and the name with which its statements run.</summary>
    public BoltContext Context { get; }

    /// <summary>Opens a session.</summary>
    /// <param name="server">The server.</param>
    public static Neo4jSession Open(Neo4jSessions server)
    {
        string name = Guid.NewGuid().ToString("N");
        return new(server.Open(name), name, new BoltContext(server.Database, name));
    }

    /// <summary>
    /// Ends a lost session and its transactions on the server, and waits until they are gone. Without that wait the server might
    /// still read a batch from the socket and commit it later.
    /// </summary>
    /// <param name="server">The server.</param>
    /// <param name="connection">Another session.</param>
    /// <param name="name">Name of the lost session.</param>
    /// <exception cref="BatchWriteException">
    /// The lost session is still there after the timeout, so the fate of the batch is unknown.
    /// </exception>
    public static void EnsureGone(Neo4jSessions server, BoltConnection connection, string name)
    {
        // In this order, because a session that has ended starts no further transaction.
        End(server, connection, name, Connections, "CALL dbms.killConnection($id)");
        End(server, connection, name, Transactions, "TERMINATE TRANSACTION $id");
    }

    public void Dispose() => Connection.Dispose();

    private static void End(Neo4jSessions server, BoltConnection connection, string name, string question, string end)
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
                    // It has just ended, or this user may not end it. Then it ends once the server notices that its client has
                    // gone.
                }
            }
        }
    }
}
