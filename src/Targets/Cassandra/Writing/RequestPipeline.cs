using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.Cql.Errors;

namespace DbIngest.Targets.Cassandra.Writing;

/// <summary>
/// Sends batches as unlogged batches within one partition each (or row by row), to a replica of that partition, a few
/// requests in flight at once. Used by one thread.
/// </summary>
internal sealed class RequestPipeline : IDisposable
{
    private const int MaxPreparations = 3;

    private readonly CassandraCluster _cluster;
    private readonly CassandraTable _table;
    private readonly WriteShape _shape;
    private readonly WriterClock? _clock;
    private readonly Dictionary<CassandraClusterNode, NodeLink> _links = [];
    private readonly NodeLink[] _order;
    private readonly Queue<SentRows> _again = new();
    private readonly Queue<WriteJob> _unsent = new();
    private readonly List<WriteJob> _jobs = [];
    private int _oldest;
    private int _inFlight;
    private int _preparations;

    /// <summary>Connects to each node that answers.</summary>
    /// <param name="cluster">The cluster.</param>
    /// <param name="table">The table.</param>
    /// <param name="shape">How rows travel.</param>
    /// <param name="clock">Gives each write its timestamp; null where the servers do.</param>
    /// <exception cref="WireException">No node answers, or the table is not there.</exception>
    public RequestPipeline(CassandraCluster cluster, CassandraTable table, WriteShape shape, WriterClock? clock = null)
    {
        _clock = clock;
        _cluster = cluster;
        _table = table;
        _shape = shape;
        _order = new NodeLink[shape.Window];
        var nodes = cluster.Nodes;
        for (int i = 0; i < nodes.Count; i++)
        {
            try
            {
                OpenLink(nodes[i]);
            }
            catch (ConnectionLostException) when (i + 1 < nodes.Count || _links.Count > 0)
            {
                // One node is missing: its partitions go to their other replicas.
            }
            catch
            {
                Dispose();
                throw;
            }
        }
    }

    /// <summary>Whether a batch is on its way.</summary>
    public bool IsBusy => _jobs.Count > 0;

    /// <summary>Takes a batch; <see cref="Step"/> sends it, after those that were taken before.</summary>
    public void Add(WriteJob job)
    {
        _jobs.Add(job);
        _unsent.Enqueue(job);
    }

    /// <summary>Sends what the window has room for, and waits for some answers. Whatever fails is said to the jobs.</summary>
    public void Step()
    {
        try
        {
            Fill();

            // All that have come, so that one send carries as many requests, and none that have not: the window would be empty in part for as long.
            for (bool hasCome = true; _inFlight > 0 && hasCome; hasCome = _inFlight > 0 && _order[_oldest].Connection.HasReceived)
            {
                Receive();
            }
        }
        catch (WireException exception)
        {
            Fail(exception);
        }

        for (int i = _jobs.Count - 1; i >= 0; i--)
        {
            if (_jobs[i].IsEnded)
            {
                var job = _jobs[i];
                _jobs.RemoveAt(i);
                job.End();
            }
        }
    }

    /// <summary>Finds out what became of a batch in doubt, by counting its rows.</summary>
    /// <returns>Stored when all are there; anything else is absent.</returns>
    /// <exception cref="BatchWriteException">The cluster cannot be asked now.</exception>
    public BatchFate FateOf(RecordBatch batch)
    {
        try
        {
            for (int row = 0; row < batch.Count;)
            {
                var rows = _table.RangeAt(batch, row, _table.BucketRows);
                if (LinkTo(batch.Source, rows.Bucket).CountStored(batch, rows, _shape.Consistency) != rows.Count)
                {
                    return BatchFate.Absent;
                }

                row += rows.Count;
            }

            return BatchFate.Stored;
        }
        catch (WireException exception)
        {
            DropBusyLinks();
            throw CassandraErrors.OfWrite(exception, anySent: true);
        }
    }

    /// <summary>The statements on the single records of a partition, on a connection to a replica that has it.</summary>
    /// <param name="source">The source.</param>
    /// <param name="bucket">The bucket.</param>
    /// <exception cref="WireException">No node answers.</exception>
    public KeyedStatements KeyedAt(int source, int bucket) => LinkTo(source, bucket).Keyed;

    /// <summary>Gives all connections up: they are opened again when they are next used.</summary>
    public void Renew() => Dispose();

    /// <summary>Gives all batches up.</summary>
    public void Fail(Exception exception)
    {
        _unsent.Clear();
        _again.Clear();
        _jobs.ForEach(job => job.Fail(exception));
        DropBusyLinks();
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (var link in _links.Values)
        {
            link.Dispose();
        }

        _links.Clear();
    }

    /// <summary>Sends until the window is full or nothing is left to send.</summary>
    private void Fill()
    {
        NodeLink? last = null;
        while (_inFlight < _shape.Window && TryPeek(out var next, out bool isRepeated))
        {
            var (job, rows) = next;
            var link = LinkTo(job.Batch.Source, rows.Bucket);
            if (link.IsUnprepared && !TryPrepare(link))
            {
                break;
            }

            if (last is not null && last != link)
            {
                last.Connection.Flush();
            }

            link.Append(next, _shape.IsSingle, _shape.Consistency);
            last = link;
            _order[(_oldest + _inFlight++) % _order.Length] = link;
            if (isRepeated)
            {
                _again.Dequeue();
            }
            else
            {
                job.NextRow += rows.Count;
                job.Open++;
            }
        }

        last?.Connection.Flush();
    }

    /// <summary>What is to be sent next; it stays where it is until it has been.</summary>
    private bool TryPeek(out SentRows next, out bool isRepeated)
    {
        while (_again.TryPeek(out next))
        {
            isRepeated = true;
            if (next.Job.Error is null)
            {
                return true;
            }

            next.Job.Open--;
            _again.Dequeue();
        }

        isRepeated = false;
        while (_unsent.TryPeek(out var job))
        {
            if (!job.IsSent)
            {
                next = new SentRows(job, _table.RangeAt(job.Batch, job.NextRow, _shape.Rows));
                return true;
            }

            _unsent.Dequeue();
        }

        return false;
    }

    private void Receive()
    {
        var sent = _order[_oldest].Receive(out var error);
        _oldest = (_oldest + 1) % _order.Length;
        _inFlight--;
        if (error is CqlUnpreparedException)
        {
            // Nothing of that request was executed: it is sent again, which is no retry of a failed write.
            _again.Enqueue(sent);
            return;
        }

        _preparations = 0;
        sent.Job.Open--;
        sent.Job.Error ??= error;
    }

    /// <summary>Prepares the statement again, once its connection is quiet.</summary>
    private bool TryPrepare(NodeLink link)
    {
        if (link.Connection.Pending > 0)
        {
            return false;
        }

        if (_preparations++ == MaxPreparations)
        {
            throw new CqlServerException(CqlErrorCode.Unprepared, $"the server forgot the statement {MaxPreparations} times in a row");
        }

        link.Prepare();
        return true;
    }

    private NodeLink LinkTo(int source, int bucket)
    {
        long token = CassandraTable.TokenOf(source, bucket);
        for (int attempt = 1; ; attempt++)
        {
            var node = _cluster.Route(token, _shape.Replication);
            if (_links.TryGetValue(node, out var link))
            {
                return link;
            }

            try
            {
                return OpenLink(node);
            }
            catch (ConnectionLostException) when (attempt <= _cluster.Nodes.Count)
            {
                // Nothing was sent to it: another node can take this partition.
            }
        }
    }

    private NodeLink OpenLink(CassandraClusterNode node)
    {
        var connection = _cluster.OpenForWriting(node);
        connection.Timestamps = _clock is null ? null : _clock.Next;
        try
        {
            var link = new NodeLink(connection, _table, _shape.Window);
            _links.Add(node, link);
            return link;
        }
        catch
        {
            connection.Dispose();
            throw;
        }
    }

    /// <summary>After a failure: connections with unanswered requests are of no more use.</summary>
    private void DropBusyLinks()
    {
        _inFlight = 0;
        _preparations = 0;
        foreach (var (node, link) in _links.ToArray())
        {
            if (link.Connection.IsBroken || link.Connection.Pending > 0)
            {
                link.Dispose();
                _links.Remove(node);
            }
        }
    }
}
