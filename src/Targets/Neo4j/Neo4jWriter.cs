using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.Bolt;

namespace DbIngest.Targets.Neo4j;

/// <summary>
/// Writes each batch as one transaction, on the source's thread and a connection of its own. What is written first is created; where some of it may be there, it is merged
/// by its key, so that a batch may be sent again whatever became of it.
/// </summary>
internal sealed class Neo4jWriter : IBatchWriter, IRecordOperations
{
    private readonly Neo4jServer _server;
    private readonly Neo4jGraph _graph;
    private readonly Neo4jRowEncoder _encoder;
    private readonly int _rows;
    private readonly BoltRequest _request = new(64 * 1024);
    private readonly double[] _values;
    private readonly CancellationTokenRegistration _interruption;
    private volatile bool _isCut;
    private Neo4jSession? _session;
    private string? _suspect;

    /// <summary>Creates a writer, connected.</summary>
    /// <param name="server">The server.</param>
    /// <param name="graph">The statements.</param>
    /// <param name="rows">Records a statement.</param>
    /// <param name="cancellation">Ends what it waits for.</param>
    /// <exception cref="WireException">The server cannot be reached, or refuses.</exception>
    public Neo4jWriter(Neo4jServer server, Neo4jGraph graph, int rows, CancellationToken cancellation)
    {
        _server = server;
        _graph = graph;
        _encoder = new Neo4jRowEncoder(graph);
        _rows = rows;
        _values = new double[graph.Schema.ValueCount];
        _session = Neo4jSession.Open(server);
        _interruption = cancellation.Register(Cut);
    }

    /// <inheritdoc/>
    public bool IsIdempotent => true;

    /// <inheritdoc/>
    public void Write(RecordBatch batch) => Guard(batch, static (writer, records) =>
    {
        bool mayBeThere = writer._suspect is not null;
        var session = writer.Session();
        if (mayBeThere)
        {
            writer.Merge(session, records);
            return;
        }

        try
        {
            writer.Store(session, records, erase: null, writer._graph.Create);
        }
        catch (BoltServerException e) when (e.Code == Neo4jErrors.KeyTaken)
        {
            // Nothing of it was stored: some of it is there.
            writer.Merge(session, records);
        }
    });

    /// <inheritdoc/>
    public BatchFate Recover(RecordBatch batch, bool inDoubt = true) => inDoubt
        ? Guard(batch, static (writer, records) =>
        {
            var session = writer.Session();
            writer._encoder.Range(writer._request.Clear(), writer._graph.Count, records.Source, records.FirstSequence, records.Count, session.Context);
            return writer.Sum(session) == records.Count ? BatchFate.Stored : BatchFate.Absent;
        })
        : BatchFate.Absent;

    /// <inheritdoc/>
    public void Read(int source, long sequence, ReadTally found) => Scan(source, sequence, 1, found);

    /// <inheritdoc/>
    public void Scan(int source, long first, int count, ReadTally found) => Guard((source, first, count, found), static (writer, x) =>
    {
        var session = writer.Session();
        writer._encoder.Range(writer._request.Clear(), writer._graph.Scan, x.source, x.first, x.count, session.Context);
        session.Connection.Send(writer._request);
        while (session.Connection.TryRead(out var row))
        {
            var (owner, sequence) = writer._graph.ReadKey(ref row);
            long timestamp = row.Integer();
            uint quality = (uint)row.Integer();
            for (int i = 0; i < writer._values.Length; i++)
            {
                writer._values[i] = row.Value();
            }

            x.found.Add(owner, sequence, timestamp, quality, writer._values);
        }
    });

    /// <inheritdoc/>
    public void Update(RecordBatch record) => Guard(record, static (writer, changed) =>
    {
        var session = writer.Session();
        writer._encoder.Record(writer._request.Clear(), writer._graph.Update, changed, session.Context);
        writer.Sum(session);
    });

    /// <inheritdoc/>
    public void Delete(int source, long sequence) => Guard((source, sequence), static (writer, x) =>
    {
        var session = writer.Session();
        writer._encoder.Range(writer._request.Clear(), writer._graph.Delete, x.source, x.sequence, 1, session.Context);
        writer.Sum(session);
    });

    /// <inheritdoc/>
    public void Restore() => Guard(0, static (writer, _) => writer.Session());

    /// <inheritdoc/>
    public void Dispose()
    {
        _interruption.Dispose();
        _session?.Connection.Close();
        _session = null;
    }

    /// <summary>The session, opened again when it was lost, once nothing of the lost one can arrive any more.</summary>
    private Neo4jSession Session()
    {
        if (_session is null)
        {
            var opened = Neo4jSession.Open(_server);
            Volatile.Write(ref _session, opened);
            if (_isCut)
            {
                opened.Dispose();
            }
        }

        if (_suspect is { } name)
        {
            Neo4jSession.EnsureGone(_server, _session.Connection, name);
            _suspect = null;
        }

        return _session;
    }

    private void Merge(Neo4jSession session, RecordBatch batch) => Store(session, batch, _graph.Erase, _graph.Merge);

    /// <summary>
    /// Sends a batch, one statement or several in a transaction, each while the server is at work on those before it; returns when all of it is acknowledged.
    /// </summary>
    private void Store(Neo4jSession session, RecordBatch batch, byte[]? erase, byte[] statement)
    {
        _request.Clear();
        bool isOne = batch.Count <= _rows && erase is null;
        if (!isOne)
        {
            _request.BeginTransaction(session.Context);
        }

        int first = 0;
        do
        {
            int count = Math.Min(_rows, batch.Count - first);
            if (erase is not null)
            {
                _encoder.Rows(_request, erase, batch, first, count, context: null);
            }

            _encoder.Rows(_request, statement, batch, first, count, isOne ? session.Context : null);
            first += count;
            if (first < batch.Count)
            {
                session.Connection.Send(_request);
                _request.Clear();
            }
        }
        while (first < batch.Count);

        if (!isOne)
        {
            _request.Commit();
        }

        long stored = Sum(session);
        if (stored != batch.Count)
        {
            throw new WireProtocolException($"The server acknowledged {stored} records of {batch.Count}.");
        }
    }

    /// <summary>Sends what is left of a request and reads all answers, which have a number each or none.</summary>
    private long Sum(Neo4jSession session)
    {
        session.Connection.Send(_request);
        long sum = 0;
        while (session.Connection.TryRead(out var row))
        {
            sum += row.Integer();
        }

        return sum;
    }

    private void Cut()
    {
        _isCut = true;
        Volatile.Read(ref _session)?.Dispose();
    }

    private void Guard<T>(T needed, Action<Neo4jWriter, T> action) => Guard((needed, action), static (writer, x) =>
    {
        x.action(writer, x.needed);
        return true;
    });

    private TResult Guard<T, TResult>(T needed, Func<Neo4jWriter, T, TResult> action)
    {
        try
        {
            return action(this, needed);
        }
        catch (BoltServerException e) when (_session is { Connection.IsBroken: false })
        {
            throw Neo4jErrors.OfWrite(e);
        }
        catch (Exception e) when (e is WireException or BatchWriteException)
        {
            Abandon();
            throw e as BatchWriteException ?? Neo4jErrors.OfWrite((WireException)e);
        }
    }

    /// <summary>Gives the connection up. The server may still be at work on what it has received.</summary>
    private void Abandon()
    {
        if (_session is { } session)
        {
            // One that is suspected already was not asked about to the end; the one by which it was has written nothing.
            _suspect ??= session.Name;
            session.Dispose();
            _session = null;
        }
    }
}
