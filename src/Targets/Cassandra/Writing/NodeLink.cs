using DbIngest.Abstractions.Records;
using DbIngest.Wire.Cql;
using DbIngest.Wire.Cql.Errors;
using DbIngest.Wire.Cql.Frames;
using DbIngest.Wire.Cql.Results;

namespace DbIngest.Targets.Cassandra.Writing;

/// <summary>
/// A writer's connection to one node: encodes insertions, keeps the requests in flight by stream id, and counts the stored
/// rows of a batch in doubt. <see cref="RequestPipeline"/> owns one per node. One thread at a time calls it. Encoding
/// allocates nothing per record. Once the server has forgotten the INSERT, <see cref="Prepare"/> must come before the next
/// request.
/// </summary>
internal sealed class NodeLink : IDisposable
{
    private readonly CassandraTable _table;
    private readonly SentRows[] _sent;
    private CqlPrepared _insert;
    private CassandraRowEncoder _encoder;
    private CqlPrepared? _count;
    private KeyedStatements? _keyed;

    /// <summary>Takes ownership of a connection.</summary>
    /// <param name="connection">The connection.</param>
    /// <param name="table">The table.</param>
    /// <param name="window">Largest number of unacknowledged requests.</param>
    public NodeLink(CqlConnection connection, CassandraTable table, int window)
    {
        Connection = connection;
        _table = table;
        _sent = new SentRows[window];
        _insert = connection.Prepare(table.Insert);
        _encoder = new CassandraRowEncoder(_insert, table.Schema.MeasuredCount);
    }

    public CqlConnection Connection { get; }

    /// <summary>The statements on single records, prepared on first use.</summary>
    public KeyedStatements Keyed => _keyed ??= new KeyedStatements(Connection, _table);

    /// <summary>True if the server has forgotten the INSERT. <see cref="Prepare"/> must come before the next request.</summary>
    public bool IsUnprepared { get; private set; }

    /// <summary>Prepares the INSERT again. No request may be pending on the connection.</summary>
    public void Prepare()
    {
        _insert = Connection.Prepare(_table.Insert);
        _encoder = new CassandraRowEncoder(_insert, _table.Schema.MeasuredCount);
        IsUnprepared = false;
    }

    /// <summary>Encodes rows of one partition as one request. It goes out with the next flush.</summary>
    public void Append(SentRows sent, bool isSingle, CqlConsistency consistency)
    {
        var (batch, rows) = (sent.Job.Batch, sent.Rows);
        int stream;
        if (isSingle)
        {
            stream = Connection.BeginInsert(_insert, consistency);
            _encoder.AppendValues(Connection.Requests, batch, rows.First, rows.Bucket);
            Connection.EndInsert();
        }
        else
        {
            stream = Connection.BeginBatch(rows.Count);
            _encoder.AppendStatements(Connection.Requests, batch, rows.First, rows.Count, rows.Bucket);
            Connection.EndBatch(consistency);
        }

        _sent[stream] = sent;
    }

    /// <summary>Waits for the next answer. Requests of a connection may be answered in any order.</summary>
    /// <returns>The rows of the answered request.</returns>
    public SentRows Receive(out CqlServerException? error)
    {
        int stream = Connection.ReceiveAcknowledgement(out error);
        IsUnprepared |= error is CqlUnpreparedException;
        return _sent[stream];
    }

    /// <summary>Counts how many of the rows are stored.</summary>
    public long CountStored(RecordBatch batch, RowRange rows, CqlConsistency consistency)
    {
        _count ??= Connection.Prepare(_table.Count);
        long first = batch.FirstSequence + rows.First;
        try
        {
            return Count(batch.Source, rows, first, consistency);
        }
        catch (CqlUnpreparedException)
        {
            _count = Connection.Prepare(_table.Count);
            return Count(batch.Source, rows, first, consistency);
        }
    }

    public void Dispose() => Connection.Dispose();

    private long Count(int source, RowRange rows, long first, CqlConsistency consistency)
    {
        var page = Connection.QueryPage(_count!, consistency, 1, [], source, rows.Bucket, first, first + rows.Count);
        var reader = page.Rows;
        return new CqlReader(reader.Bytes(out _)).Int64();
    }
}
