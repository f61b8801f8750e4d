using DbIngest.Abstractions.Records;
using DbIngest.Wire.Bolt;

namespace DbIngest.Targets.Neo4j;

/// <summary>
/// Encodes Cypher statements with a batch's rows as parameters, straight from its arrays into the request.
/// <see cref="Neo4jWriter"/> calls it for every batch on the timed path, so it allocates nothing. Stateless.
/// </summary>
/// <param name="graph">Keys and sizes of rows.</param>
internal sealed class Neo4jRowEncoder(Neo4jGraph graph)
{
    /// <summary>Adds a statement on some of a batch's rows: <c>$rows</c> and <c>$source</c>.</summary>
    /// <param name="request">Receives the statement.</param>
    /// <param name="statement">The statement's text, UTF-8.</param>
    /// <param name="batch">The batch.</param>
    /// <param name="first">Index of the first row.</param>
    /// <param name="count">Number of rows.</param>
    /// <param name="context">Database and name of the session. Null inside a transaction.</param>
    public void Rows(BoltRequest request, byte[] statement, RecordBatch batch, int first, int count, BoltContext? context)
    {
        request.BeginStatement(statement).Map(2).Utf8("source"u8).Integer(batch.Source).Utf8("rows"u8).List(count);
        for (int row = first; row < first + count; row++)
        {
            Row(request, batch, row);
        }

        request.EndStatement(context);
    }

    /// <summary>Adds a statement that changes one record: <c>$row</c> and its key.</summary>
    /// <param name="request">Receives the statement.</param>
    /// <param name="statement">The statement's text, UTF-8.</param>
    /// <param name="record">The changed record, as a batch of one.</param>
    /// <param name="context">Database and name of the session.</param>
    public void Record(BoltRequest request, byte[] statement, RecordBatch record, BoltContext context)
    {
        Range(request.BeginStatement(statement).Map(4), record.Source, record.FirstSequence, 1).Utf8("row"u8);
        Row(request, record, 0);
        request.EndStatement(context);
    }

    /// <summary>
    /// Adds a statement that changes one record if it has a certain quality: <c>$quality</c>, <c>$row</c> and its key.
    /// </summary>
    /// <param name="request">Receives the statement.</param>
    /// <param name="statement">The statement's text, UTF-8.</param>
    /// <param name="record">The changed record, as a batch of one.</param>
    /// <param name="quality">The quality that the record must have.</param>
    /// <param name="context">Database and name of the session.</param>
    public void RecordIf(BoltRequest request, byte[] statement, RecordBatch record, uint quality, BoltContext context)
    {
        Range(request.BeginStatement(statement).Map(5), record.Source, record.FirstSequence, 1).Utf8("quality"u8)
            .Integer(quality).Utf8("row"u8);
        Row(request, record, 0);
        request.EndStatement(context);
    }

    /// <summary>Adds a statement on a range of keys: <c>$source</c>, <c>$from</c> (inclusive), <c>$to</c> (exclusive).</summary>
    /// <param name="request">Receives the statement.</param>
    /// <param name="statement">The statement's text, UTF-8.</param>
    /// <param name="source">The records' source.</param>
    /// <param name="first">The first sequence number.</param>
    /// <param name="count">Number of records.</param>
    /// <param name="context">Database and name of the session.</param>
    public void Range(BoltRequest request, byte[] statement, int source, long first, int count, BoltContext context) =>
        Range(request.BeginStatement(statement).Map(3), source, first, count).EndStatement(context);

    private BoltRequest Range(BoltRequest request, int source, long first, int count) =>
        request.Utf8("source"u8).Integer(source).Utf8("from"u8).Integer(graph.Key(source, first)).Utf8("to"u8)
            .Integer(graph.Key(source, first + count));

    private void Row(BoltRequest request, RecordBatch batch, int row)
    {
        int values = batch.Schema.ValueCount;
        var room = request.Room(graph.MaxRowBytes);
        int end = PackStream.WriteList(room, 3 + values);
        end += PackStream.WriteInteger(room[end..], graph.Key(batch.Source, batch.FirstSequence + row));
        end += PackStream.WriteInteger(room[end..], batch.Timestamps[row]);
        end += PackStream.WriteInteger(room[end..], batch.Qualities[row]);
        double[] all = batch.Values;
        for (int i = row; i < values * batch.Capacity; i += batch.Capacity)
        {
            end += PackStream.WriteValue(room[end..], all[i]);
        }

        request.Advance(end);
    }
}
