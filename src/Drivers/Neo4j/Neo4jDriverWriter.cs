using System.Text;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Neo4j;
using DbIngest.Wire;
using Neo4j.Driver;

namespace DbIngest.Drivers.Neo4j;

/// <summary>
/// Writes the batches of one lane through the Neo4j driver, one transaction per batch, by the statements of this project's own
/// client. The first attempt creates records. Where some may be stored, they are merged by key. <see cref="Neo4jDriverPath"/>
/// opens one per lane. One thread at a time calls it: the lane's, or one of a service. This project's own client determines the
/// fate of lost batches. No call may begin before the server has ended the transactions of a lost session.
/// </summary>
internal sealed class Neo4jDriverWriter : IBatchWriter, IConditionalUpdates
{
    private readonly Neo4jDriverFactory _drivers;
    private readonly Neo4jSessions _server;
    private readonly Neo4jGraph _graph;
    private readonly Neo4jRowLists _lists;
    private readonly int _rows;
    private readonly CancellationToken _cancellation;
    private readonly string _create;
    private readonly string _merge;
    private readonly string? _erase;
    private readonly string _scan;
    private readonly string _update;
    private readonly string _updateIf;
    private readonly string _delete;
    private readonly double[] _values;
    private Neo4jDriverSession? _session;
    private string? _suspect;

    /// <summary>Connects.</summary>
    /// <param name="drivers">Creates drivers.</param>
    /// <param name="server">The server, for recovery.</param>
    /// <param name="graph">The Cypher statements.</param>
    /// <param name="rows">Records per statement.</param>
    /// <param name="cancellation">Cancels waiting for a call.</param>
    /// <exception cref="WireException">The server cannot be reached or rejects the login.</exception>
    public Neo4jDriverWriter(Neo4jDriverFactory drivers, Neo4jSessions server, Neo4jGraph graph, int rows,
        CancellationToken cancellation)
    {
        _drivers = drivers;
        _server = server;
        _graph = graph;
        _lists = new Neo4jRowLists(graph);
        _rows = rows;
        _cancellation = cancellation;
        _create = Encoding.UTF8.GetString(graph.Create);
        _merge = Encoding.UTF8.GetString(graph.Merge);
        _scan = Encoding.UTF8.GetString(graph.Scan);
        _update = Encoding.UTF8.GetString(graph.Update);
        _updateIf = Encoding.UTF8.GetString(graph.UpdateIf);
        _delete = Encoding.UTF8.GetString(graph.Delete);
        _values = new double[graph.Schema.ValueCount];
        _erase = graph.Erase is { } erase ? Encoding.UTF8.GetString(erase) : null;
        _session = Neo4jDriverSession.Open(drivers, server.Database, server.Timeout, cancellation);
    }

    /// <inheritdoc/>
    public bool IsIdempotent => true;

    /// <inheritdoc/>
    public bool ServesAnySource => true;

    /// <inheritdoc/>
    public void Write(RecordBatch batch)
    {
        try
        {
            bool mayBeThere = _suspect is not null;
            EndSuspect();
            var session = _session ??= Neo4jDriverSession.Open(_drivers, _server.Database, _server.Timeout, _cancellation);
            Store(session, batch, mayBeThere);
        }
        catch (WireException error)
        {
            throw Neo4jErrors.OfWrite(error);
        }
    }

    /// <inheritdoc/>
    public BatchFate Recover(RecordBatch batch, bool inDoubt = true)
    {
        if (!inDoubt)
        {
            return BatchFate.Absent;
        }

        try
        {
            EndSuspect();
            using var asking = new Neo4jWriter(_server, _graph, _rows, _cancellation);
            return asking.Recover(batch, inDoubt);
        }
        catch (WireException error)
        {
            throw Neo4jErrors.OfWrite(error);
        }
    }

    /// <inheritdoc/>
    public void Read(int source, long sequence, IRecordReceiver found) => Scan(source, sequence, 1, found);

    /// <inheritdoc/>
    public void Scan(int source, long first, int count, IRecordReceiver found) => Operate(session =>
    {
        session.Read(_scan, _lists.Range(source, first, count), row => Take(row, found));
        return 0;
    });

    /// <inheritdoc/>
    public void Update(RecordBatch record) => Operate(session => session.Run(_update, _lists.Record(record)));

    /// <inheritdoc/>
    public bool UpdateIf(RecordBatch record, uint quality) => Operate(session =>
    {
        var parameters = _lists.Record(record);
        parameters.Add("quality", (long)quality);
        return session.Run(_updateIf, parameters);
    }) > 0;

    /// <inheritdoc/>
    public void Delete(int source, long sequence) =>
        Operate(session => session.Run(_delete, _lists.Range(source, sequence, 1)));

    /// <inheritdoc/>
    public void Restore()
    {
        try
        {
            EndSuspect();
            _session ??= Neo4jDriverSession.Open(_drivers, _server.Database, _server.Timeout, _cancellation);
        }
        catch (WireException error)
        {
            throw Neo4jErrors.OfWrite(error);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _session?.Close();
        _session = null;
    }

    private void Take(IRecord row, IRecordReceiver found)
    {
        int at = _graph.KeyColumns;
        var (source, sequence) = _graph.KeyOf(row[0].As<long>(), at > 1 ? row[1].As<long>() : 0);
        long timestamp = row[at++].As<long>();
        uint quality = (uint)row[at++].As<long>();
        for (int i = 0; i < _values.Length; i++)
        {
            _values[i] = row[at + i] is { } value ? value.As<double>() : double.NaN;
        }

        found.Add(source, sequence, timestamp, quality, _values);
    }

    /// <summary>Ends the transactions of a lost session, then runs an operation on a single record.</summary>
    private long Operate(Func<Neo4jDriverSession, long> operation)
    {
        try
        {
            EndSuspect();
            var session = _session ??= Neo4jDriverSession.Open(_drivers, _server.Database, _server.Timeout, _cancellation);
            try
            {
                return operation(session);
            }
            catch (Exception error) when (Neo4jDriverErrors.IsOfDriver(error))
            {
                Drop(session, error);
                throw Neo4jDriverErrors.Translate(error);
            }
        }
        catch (WireException error)
        {
            throw Neo4jErrors.OfWrite(error);
        }
    }

    /// <summary>Leaves a session whose request may still take effect.</summary>
    private void Drop(Neo4jDriverSession session, Exception error)
    {
        if (!Neo4jDriverErrors.IsAnswer(error))
        {
            _suspect = session.Name;
            session.Abandon();
            _session = null;
        }
    }

    private void Store(Neo4jDriverSession session, RecordBatch batch, bool mayBeThere)
    {
        try
        {
            long stored;
            try
            {
                stored = Send(session, batch, mayBeThere);
            }
            catch (Neo4jException taken) when (!mayBeThere && taken.Code == Neo4jErrors.KeyTaken)
            {
                // Nothing of the batch was stored: some of its keys exist already.
                stored = Send(session, batch, mayBeThere: true);
            }

            if (stored != batch.Count)
            {
                throw new WireProtocolException($"The server acknowledged {stored} records of {batch.Count}.");
            }
        }
        catch (Exception error) when (Neo4jDriverErrors.IsOfDriver(error))
        {
            Drop(session, error);
            throw Neo4jDriverErrors.Translate(error);
        }
    }

    private long Send(Neo4jDriverSession session, RecordBatch batch, bool mayBeThere)
    {
        string statement = mayBeThere ? _merge : _create;
        string? erase = mayBeThere ? _erase : null;
        return batch.Count <= _rows && erase is null
            ? session.Run(statement, _lists.Parameters(batch, 0, batch.Count))
            : session.Run(Statements(batch, erase, statement));
    }

    private IEnumerable<(string Statement, IDictionary<string, object> Parameters)> Statements(RecordBatch batch, string? erase,
        string statement)
    {
        for (int first = 0; first < batch.Count; first += _rows)
        {
            var parameters = _lists.Parameters(batch, first, Math.Min(_rows, batch.Count - first));
            if (erase is not null)
            {
                yield return (erase, parameters);
            }

            yield return (statement, parameters);
        }
    }

    /// <summary>Waits until no transaction of a lost session can take effect any more.</summary>
    private void EndSuspect()
    {
        if (_suspect is { } name)
        {
            using var asking = _server.Open();
            Neo4jSession.EnsureGone(_server, asking, name);
            asking.Close();
            _suspect = null;
        }
    }
}
