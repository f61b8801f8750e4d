using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.Bolt;

namespace DbIngest.Targets.Neo4j;

/// <summary>
/// Writes the batches of one lane into Neo4j, one transaction per batch, over its own connection. <see cref="Neo4jTarget"/> opens
/// one per lane, and <c>Neo4jDriverWriter</c> one to recover a batch. One thread at a time calls it: the lane's, or one of a
/// service. It never retries. The first attempt creates records. If some of them may be stored already, the writer merges the
/// batch by key, so a batch may be sent again whatever its fate.
/// </summary>
internal sealed class Neo4jWriter : IBatchWriter, IConditionalUpdates
{
    /// <summary>Most statements of a transaction that are sent before answers are read, some 200 bytes each.</summary>
    private const int MostUnanswered = 100;

    private readonly Neo4jSessions _server;
    private readonly Neo4jGraph _graph;
    private readonly Neo4jRowEncoder _encoder;
    private readonly int _rows;
    private readonly BoltRequest _request = new(64 * 1024);
    private readonly double[] _values;
    private readonly CancellationTokenRegistration _interruption;
    private volatile bool _isCut;
    private Neo4jSession? _session;
    private string? _suspect;

    /// <summary>Connects.</summary>
    /// <param name="server">The server.</param>
    /// <param name="graph">The Cypher statements.</param>
    /// <param name="rows">Records per statement.</param>
    /// <param name="cancellation">Closes the connection when triggered, which ends a pending call.</param>
    /// <exception cref="WireException">The server cannot be reached or rejects the login.</exception>
    public Neo4jWriter(Neo4jSessions server, Neo4jGraph graph, int rows, CancellationToken cancellation)
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
    public bool ServesAnySource => true;

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
            // Nothing of the batch was stored: some of its keys exist already.
            writer.Merge(session, records);
        }
    });

    /// <inheritdoc/>
    public BatchFate Recover(RecordBatch batch, bool inDoubt = true) => inDoubt
        ? Guard(batch, static (writer, records) =>
        {
            var session = writer.Session();
            writer._encoder.Range(writer._request.Clear(), writer._graph.Count, records.Source, records.FirstSequence,
                records.Count, session.Context);
            return writer.Sum(session) == records.Count ? BatchFate.Stored : BatchFate.Absent;
        })
        : BatchFate.Absent;

    /// <inheritdoc/>
    public void Read(int source, long sequence, IRecordReceiver found) => Scan(source, sequence, 1, found);

    /// <inheritdoc/>
    public void Scan(int source, long first, int count, IRecordReceiver found) =>
        Guard((source, first, count, found), static (writer, x) =>
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
    public bool UpdateIf(RecordBatch record, uint quality) => Guard((record, quality), static (writer, x) =>
    {
        var session = writer.Session();
        writer._encoder.RecordIf(writer._request.Clear(), writer._graph.UpdateIf, x.record, x.quality, session.Context);
        return writer.Sum(session) > 0;
    });

    /// <inheritdoc/>
    public bool? LastDeleteFound { get; private set; }

    /// <inheritdoc/>
    public void Delete(int source, long sequence) => LastDeleteFound = Guard((source, sequence), static (writer, x) =>
    {
        var session = writer.Session();
        writer._encoder.Range(writer._request.Clear(), writer._graph.Delete, x.source, x.sequence, 1, session.Context);
        return writer.Sum(session) > 0;
    });

    /// <inheritdoc/>
    public bool RestoreFences => true;

    /// <inheritdoc/>
    public void Restore() => Guard(0, static (writer, _) => writer.Session());

    /// <inheritdoc/>
    public void Dispose()
    {
        _interruption.Dispose();
        _session?.Connection.Close();
        _session = null;
    }

    /// <summary>
    /// Returns the session. After a loss, opens a new session and waits until no transaction of the lost session can take effect
    /// any more.
    /// </summary>
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
    /// Sends a batch as one statement, or as several in a transaction, encoding each while the server runs those before it, up to
    /// <see cref="MostUnanswered"/>. Returns when all of it is acknowledged.
    /// </summary>
    private void Store(Neo4jSession session, RecordBatch batch, byte[]? erase, byte[] statement)
    {
        _request.Clear();
        bool isOne = batch.Count <= _rows && erase is null;
        if (!isOne)
        {
            _request.BeginTransaction(session.Context);
        }

        long stored = 0;
        int statements = 0;
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
                // A server that cannot send its answers does not read further statements.
                if (++statements % MostUnanswered == 0)
                {
                    stored += Sum(session);
                }
                else
                {
                    session.Connection.Send(_request);
                }

                _request.Clear();
            }
        }
        while (first < batch.Count);

        if (!isOne)
        {
            _request.Commit();
        }

        stored += Sum(session);
        if (stored != batch.Count)
        {
            throw new WireProtocolException($"The server acknowledged {stored} records of {batch.Count}.");
        }
    }

    /// <summary>Sends the rest of a request and returns the sum of the numbers in all answers.</summary>
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

    /// <summary>
    /// Drops the connection. The server may still run statements that it has received, so the session stays suspect until the
    /// server no longer lists it.
    /// </summary>
    private void Abandon()
    {
        if (_session is { } session)
        {
            // Keep an earlier suspect: its end is not confirmed yet, and the session that was to confirm it has written nothing.
            _suspect ??= session.Name;
            session.Dispose();
            _session = null;
        }
    }
}
