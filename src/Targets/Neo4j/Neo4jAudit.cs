using DbIngest.Abstractions.Audit;
using DbIngest.Wire.Bolt;

namespace DbIngest.Targets.Neo4j;

/// <summary>
/// Reads all stored records for the audit. <see cref="Neo4jTarget"/> calls it once the server has settled. It uses one
/// connection, because the server finds nodes and relationships of a kind by one scan that it does not split. Changes nothing.
/// </summary>
internal static class Neo4jAudit
{
    /// <summary>Rows between two checks for cancellation.</summary>
    private const int RowsBetweenLooks = 4096;

    /// <summary>Reads all records.</summary>
    /// <param name="connection">A session, which a cancellation cuts.</param>
    /// <param name="context">The database in which the statement runs.</param>
    /// <param name="graph">The statements.</param>
    /// <param name="audit">Receives the records.</param>
    /// <param name="cancellation">Cancels the reading.</param>
    public static void Run(BoltConnection connection, BoltContext context, Neo4jGraph graph, StoredContent audit,
        CancellationToken cancellation)
    {
        using var part = audit.OpenPartition();
        double[] values = new double[graph.Schema.ValueCount];
        var request = new BoltRequest();
        connection.Send(request.BeginStatement(graph.ReadAll).Map(0).EndStatement(context));
        for (long rows = 0; connection.TryRead(out var row); rows++)
        {
            if (rows % RowsBetweenLooks == 0)
            {
                cancellation.ThrowIfCancellationRequested();
            }

            var (source, sequence) = graph.ReadKey(ref row);
            long timestamp = row.Integer();
            uint quality = (uint)row.Integer();
            for (int i = 0; i < values.Length; i++)
            {
                values[i] = row.Value();
            }

            part.Add(source, sequence, timestamp, quality, values);
        }
    }
}
