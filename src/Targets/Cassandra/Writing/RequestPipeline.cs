using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.Cql.Errors;

namespace DbIngest.Targets.Cassandra.Writing;

/// <summary>
/// Sends batches to Cassandra as unlogged BATCH requests, each within one partition, or row by row, to a replica of the
/// partition. It keeps up to <see cref="WriteShape.Window"/> requests in flight over all nodes. One thread at a time calls it:
/// the lane's (<see cref="CassandraWriter"/>) or that of a <see cref="Shared.SharedPipeline"/>. It never repeats a failed write
/// and never deletes: the lane's retry policy decides about retries.
/// </summary>
internal sealed class RequestPipeline : IDisposable
{
    private const int MaxPreparations = 3;

    private readonly CassandraCluster _cluster;
    private readonly CassandraTable _table;
    private readonly WriteShape _shape;
    private readonly Func<long>? _clock;
    private readonly Dictionary<CassandraClusterNode, NodeLink> _links = [];
    private readonly NodeLink[] _order;
    private readonly Queue<SentRows> _again = new();
    private readonly Queue<WriteJob> _unsent = new();
    private readonly List<WriteJob> _jobs = [];
    private int _oldest;
    private int _inFlight;
    private int _preparations;

    /// <summary>Connects to every node that answers. Partitions of a missing node go to their other replicas.</summary>
    /// <param name="cluster">The cluster's topology, shared by all writers.</param>
    /// <param name="table">The table and its partitions.</param>
    /// <param name="shape">Rows per request, requests in flight, consistency.</param>
    /// <param name="clock">Provides each write's timestamp. Null to let the servers set it.</param>
    /// <exception cref="WireException">No node answers, or the table does not exist.</exception>
    public RequestPipeline(CassandraCluster cluster, CassandraTable table, WriteShape shape, Func<long>? clock = null)
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
            catch (WireException e) when (CassandraErrors.IsOfNode(e) && (i + 1 < nodes.Count || _links.Count > 0))
            {
                // The node's partitions go to their other replicas.
            }
            catch
            {
                Dispose();
                throw;
            }
        }
    }

    /// <summary>True while batches are being sent or wait for answers.</summary>
    public bool IsBusy => _jobs.Count > 0;

    /// <summary>Queues a batch. <see cref="Step"/> sends batches in this order.</summary>
    public void Add(WriteJob job)
    {
        _jobs.Add(job);
        _unsent.Enqueue(job);
    }

    /// <summary>
    /// Sends requests until the window is full, then receives at least one answer. Completes jobs whose answers have all arrived
    /// and fails all jobs when a connection is lost.
    /// </summary>
    public void Step()
    {
        try
        {
            Fill();

            // The loop takes every answer that has arrived, so that the next send carries as many requests, but waits for none
            // beyond the first, which would leave the window partly empty.
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

    /// <summary>
    /// Determines the fate of a batch in doubt by counting its rows: stored if all are there, otherwise absent.
    /// </summary>
    /// <exception cref="BatchWriteException">The cluster cannot answer now.</exception>
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

    /// <summary>The statements on single records of a partition, over a connection to one of its replicas.</summary>
    /// <param name="source">The records' source.</param>
    /// <param name="bucket">The partition's number within the source, from 0.</param>
    /// <exception cref="WireException">No node answers.</exception>
    public KeyedStatements KeyedAt(int source, int bucket) => LinkTo(source, bucket).Keyed;

    /// <summary>Closes all connections. Each reopens on its next use.</summary>
    public void Renew() => Dispose();

    /// <summary>
    /// Fails all queued and sent batches with <paramref name="exception"/> and closes connections with unanswered requests. The
    /// next <see cref="Step"/> ends the jobs.
    /// </summary>
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

    /// <summary>Sends requests until the window is full or nothing is left to send.</summary>
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

    /// <summary>
    /// Finds the next rows to send, rows to repeat first, and leaves them queued until the caller has sent them.
    /// </summary>
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
            // The server executed nothing of that request, so sending it again is not a retry of a failed write.
            _again.Enqueue(sent);
            return;
        }

        _preparations = 0;
        sent.Job.Take(error);
    }

    /// <summary>
    /// Prepares a node's statement again once no request is pending on its connection. Returns false while it must wait.
    /// </summary>
    private bool TryPrepare(NodeLink link)
    {
        if (link.Connection.Pending > 0)
        {
            return false;
        }

        if (_preparations++ == MaxPreparations)
        {
            throw new CqlServerException(CqlErrorCode.Unprepared,
                $"the server forgot the statement {MaxPreparations} times in a row");
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
            catch (WireException e) when (CassandraErrors.IsOfNode(e) && attempt <= _cluster.Nodes.Count)
            {
                // The node received nothing: another replica takes the partition.
            }
        }
    }

    private NodeLink OpenLink(CassandraClusterNode node)
    {
        var connection = _cluster.OpenForWriting(node);
        connection.Timestamps = _clock;
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

    /// <summary>Closes connections that are broken or have unanswered requests, after a failure.</summary>
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
