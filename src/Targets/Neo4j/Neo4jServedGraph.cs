using DbIngest.Abstractions.Targets;
using DbIngest.Wire.Bolt;

namespace DbIngest.Targets.Neo4j;

/// <summary>
/// Creates the unique key of a service when it is missing, and refuses a label whose first nodes have another shape, as well as
/// records stored as relationships. <see cref="Neo4jTarget"/> calls it when a service starts. It deletes and alters nothing.
/// Services that start at the same time may all call it.
/// </summary>
internal static class Neo4jServedGraph
{
    /// <summary>Number of nodes to check. A label has no columns, so its first nodes tell its shape.</summary>
    private const int SampleNodes = 100;

    /// <summary>Creates the constraint or checks it, and checks the nodes.</summary>
    /// <param name="server">Runs statements.</param>
    /// <param name="session">A session.</param>
    /// <param name="graph">What the service needs.</param>
    /// <exception cref="TargetException">The label has nodes of another shape, or no unique key.</exception>
    public static void Ensure(Neo4jSessions server, BoltConnection session, Neo4jGraph graph)
    {
        if (graph.IsRelationship)
        {
            throw new TargetException("A service needs a node a record; leave shape=relationship out of --endpoint.");
        }

        Check(server, session, graph);
        foreach (string statement in graph.MissingConstraints)
        {
            server.Query(session, statement);
        }

        // A constraint of the same name on something else is left as it is by IF NOT EXISTS.
        string key = string.Join(", ", graph.KeyNames.Select(name => $"'{name}'"));
        if (server.Query(session, "SHOW CONSTRAINTS YIELD labelsOrTypes, properties, type WHERE labelsOrTypes = "
            + $"['{graph.Label}'] AND properties = [{key}] AND type IN ['UNIQUENESS', 'NODE_KEY'] RETURN count(*)") is not [[> 0L]])
        {
            throw new TargetException(
                $"The constraint {graph.Label}_key is on other properties instead of ({key}), so that nothing keeps a record from "
                + "being stored twice; serve another label by label=NAME in --endpoint.");
        }
    }

    private static void Check(Neo4jSessions server, BoltConnection session, Neo4jGraph graph)
    {
        string[] needed = [.. graph.KeyNames, "timestamp", "quality"];
        string[] values = [.. graph.Schema.Values.Select(value => value.Name)];
        foreach (object?[] row in server.Query(session,
            FormattableString.Invariant($"MATCH (n:{graph.Label}) WITH n LIMIT {SampleNodes} UNWIND [keys(n)] AS names ")
            + "RETURN DISTINCT reduce(all = '', name IN names | all + ' ' + name)"))
        {
            string[] names = ((string)row[0]!).Split(' ', StringSplitOptions.RemoveEmptyEntries);
            if (needed.Except(names).Any() || names.Except(needed).Except(values).Any())
            {
                throw new TargetException(
                    $"A node of {graph.Label} has the properties ({string.Join(", ", names)}) instead of "
                    + $"({string.Join(", ", needed.Concat(values))}); serve changes no node: name the properties by --columns, or "
                    + "serve another label by label=NAME in --endpoint.");
            }
        }
    }
}
