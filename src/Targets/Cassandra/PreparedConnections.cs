namespace DbIngest.Targets.Cassandra;

/// <summary>The connections of one thread, one a node, each kept with its prepared statement or not at all.</summary>
/// <typeparam name="TNode">What a connection leads to.</typeparam>
/// <typeparam name="TConnection">The connection.</typeparam>
/// <typeparam name="TStatement">The statement as a connection knows it.</typeparam>
/// <param name="open">Opens a connection.</param>
/// <param name="prepare">Prepares the statement on it.</param>
internal sealed class PreparedConnections<TNode, TConnection, TStatement>(Func<TNode, TConnection> open,
    Func<TConnection, TStatement> prepare) : IDisposable
    where TNode : notnull
    where TConnection : IDisposable
{
    private readonly Dictionary<TNode, (TConnection Connection, TStatement Statement)> _open = [];

    /// <summary>The connection to a node, opened when there is none.</summary>
    /// <param name="node">The node.</param>
    /// <returns>The connection with its statement; a statement that could not be prepared now may be later, on a connection of
    /// its own.</returns>
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

    /// <summary>Forgets all of them: the next are opened anew.</summary>
    public void Dispose()
    {
        foreach (var (connection, _) in _open.Values)
        {
            connection.Dispose();
        }

        _open.Clear();
    }
}
