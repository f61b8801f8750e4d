using System.Text;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Neo4j;
using DbIngest.Wire;

namespace DbIngest.Drivers.Neo4j;

/// <summary>
/// Writes the batches of one lane through the Neo4j driver, one transaction per batch, by the statements of this project's own
/// client: the first attempt creates records; where some may be stored, they are merged by key. The lane's thread calls it. The
/// own client determines the fate of lost batches.
/// </summary>
internal sealed class Neo4jDriverWriter : IBatchWriter
{
    private readonly Neo4jDriverFactory _drivers;
    private readonly Neo4jServer _server;
    private readonly Neo4jGraph _graph;
    private readonly Neo4jRowLists _lists;
    private readonly int _rows;
    private readonly CancellationToken _cancellation;
    private readonly string _create;
    private readonly string _merge;
    private readonly string? _erase;
    private Neo4jDriverSession? _session;
    private string? _suspect;

    /// <summary>Connects.</summary>
    /// <param name="drivers">Creates drivers.</param>
    /// <param name="server">The server, for recovery.</param>
    /// <param name="graph">The Cypher statements.</param>
    /// <param name="rows">Records per statement.</param>
    /// <param name="cancellation">Cancels waiting for a call.</param>
    /// <exception cref="WireException">The server cannot be reached or rejects the login.</exception>
    public Neo4jDriverWriter(Neo4jDriverFactory drivers, Neo4jServer server, Neo4jGraph graph, int rows,
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
        _erase = graph.Erase is { } erase ? Encoding.UTF8.GetString(erase) : null;
        _session = Neo4jDriverSession.Open(drivers, server.Database, server.Timeout, cancellation);
    }

    /// <inheritdoc/>
    public bool IsIdempotent => true;

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
    public void Dispose()
    {
        _session?.Close();
        _session = null;
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
            catch (global::Neo4j.Driver.Neo4jException taken) when (!mayBeThere && taken.Code == Neo4jErrors.KeyTaken)
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
            if (!Neo4jDriverErrors.IsAnswer(error))
            {
                _suspect = session.Name;
                session.Abandon();
                _session = null;
            }

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
