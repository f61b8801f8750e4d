namespace DbIngest.Targets.Cassandra;

/// <summary>
/// Connections of one thread, one per node, each with a prepared statement. Each thread of <see cref="CassandraAudit"/> has one.
/// Not thread-safe.
/// </summary>
/// <typeparam name="TNode">Identifies a node.</typeparam>
/// <typeparam name="TConnection">The type of a connection.</typeparam>
/// <typeparam name="TStatement">The type of a prepared statement.</typeparam>
/// <param name="open">Connects to a node.</param>
/// <param name="prepare">Prepares the statement on a connection.</param>
internal sealed class PreparedConnections<TNode, TConnection, TStatement>(Func<TNode, TConnection> open,
    Func<TConnection, TStatement> prepare) : IDisposable
    where TNode : notnull
    where TConnection : IDisposable
{
    private readonly Dictionary<TNode, (TConnection Connection, TStatement Statement)> _open = [];

    /// <summary>Returns the open connection to a node, or connects.</summary>
    /// <param name="node">The node.</param>
    /// <returns>
    /// The connection with its statement. If preparing fails, the connection is closed, and the next call opens another.
    /// </returns>
    public (TConnection Connection, TStatement Statement) To(TNode node)
    {
        if (!_open.TryGetValue(node, out var known))
        {
            var connection = open(node);
            try
            {
                known = (connection, prepare(connection));
            }
            catch
            {
                connection.Dispose();
                throw;
            }

            _open.Add(node, known);
        }

        return known;
    }

    /// <summary>Closes all connections. The next use opens new ones.</summary>
    public void Dispose()
    {
        foreach (var (connection, _) in _open.Values)
        {
            connection.Dispose();
        }

        _open.Clear();
    }
}
