using DbIngest.Core.Records;
using DbIngest.Core.Targets;
using DbIngest.Wire.Cql;

namespace DbIngest.Targets.Cassandra;

/// <summary>
/// Sends a batch as unlogged batches within one partition each (or row by row), to a replica of that partition, a few of
/// them on the way at once.
/// </summary>
/// <remarks>
/// A record's key is its source and sequence, and its content a function of them: an insertion that is repeated, or arrives
/// late, changes nothing. What may still be on its way after a failure therefore does no harm, and nothing is ever erased: a
/// deletion could overtake or outlive the insertions that follow it.
/// </remarks>
internal sealed class CassandraWriter : IBatchWriter
{
    private const int MaxPreparations = 3;

    private readonly Cluster _cluster;
    private readonly CassandraTable _table;
    private readonly WriteShape _shape;
    private readonly Dictionary<ClusterNode, WriterLane> _lanes = [];
    private readonly WriterLane[] _order;
    private readonly Queue<RowRange> _again = new();
    private int _oldest;
    private int _inFlight;
    private int _preparations;
    private int _nextRow;
    private CqlServerException? _error;

    /// <summary>Creates a writer with a connection to each node that answers.</summary>
    /// <param name="cluster">The cluster.</param>
    /// <param name="table">The table.</param>
    /// <param name="shape">How rows travel.</param>
    /// <exception cref="CqlException">No node answers, or the table is not there.</exception>
    public CassandraWriter(Cluster cluster, CassandraTable table, WriteShape shape)
    {
        _cluster = cluster;
        _table = table;
        _shape = shape;
        _order = new WriterLane[shape.Window];
        var nodes = cluster.Nodes;
        for (int i = 0; i < nodes.Count; i++)
        {
            try
            {
                OpenLane(nodes[i]);
            }
            catch (CqlConnectionException) when (i + 1 < nodes.Count || _lanes.Count > 0)
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

    /// <inheritdoc/>
    public void Write(RecordBatch batch)
    {
        _nextRow = 0;
        _error = null;
        _preparations = 0;
        _again.Clear();
        try
        {
            while (true)
            {
                Fill(batch);
                if (_inFlight == 0)
                {
                    break;
                }

                // Answers are taken a quarter of the window at a time, so that one send carries several requests.
                int answers = Math.Max(1, Math.Min(_inFlight, _shape.Window / 4));
                for (int i = 0; i < answers; i++)
                {
                    Receive();
                }
            }
        }
        catch (CqlException exception)
        {
            bool anySent = _nextRow > 0;
            DropBusyLanes();
            throw CassandraErrors.OfWrite(exception, anySent);
        }

        if (_error is { } error)
        {
            throw CassandraErrors.OfWrite(error, anySent: _nextRow > 0 && error.Code != CqlErrorCode.Unavailable);
        }
    }

    /// <inheritdoc/>
    public BatchFate Recover(RecordBatch batch)
    {
        try
        {
            for (int row = 0; row < batch.Count;)
            {
                var rows = _table.RangeAt(batch, row, _table.BucketRows);
                if (LaneOf(batch.Source, rows.Bucket).CountStored(batch, rows, _shape.Consistency) != rows.Count)
                {
                    return BatchFate.Absent;
                }

                row += rows.Count;
            }

            return BatchFate.Stored;
        }
        catch (CqlException exception)
        {
            DropBusyLanes();
            throw CassandraErrors.OfWrite(exception, anySent: true);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (var lane in _lanes.Values)
        {
            lane.Dispose();
        }

        _lanes.Clear();
    }

    /// <summary>Sends until the window is full or nothing is left to send.</summary>
    private void Fill(RecordBatch batch)
    {
        WriterLane? last = null;
        while (_inFlight < _shape.Window && _error is null)
        {
            bool isRepeated = _again.TryPeek(out var rows);
            if (!isRepeated)
            {
                if (_nextRow == batch.Count)
                {
                    break;
                }

                rows = _table.RangeAt(batch, _nextRow, _shape.Rows);
            }

            var lane = LaneOf(batch.Source, rows.Bucket);
            if (lane.IsUnprepared && !TryPrepare(lane))
            {
                break;
            }

            if (last is not null && last != lane)
            {
                last.Connection.Flush();
            }

            lane.Append(batch, rows, _shape.IsSingle, _shape.Consistency);
            last = lane;
            _order[(_oldest + _inFlight++) % _order.Length] = lane;
            if (isRepeated)
            {
                _again.Dequeue();
            }
            else
            {
                _nextRow += rows.Count;
            }
        }

        last?.Connection.Flush();
    }

    private void Receive()
    {
        var rows = _order[_oldest].Receive(out var error);
        _oldest = (_oldest + 1) % _order.Length;
        _inFlight--;
        if (error is CqlUnpreparedException)
        {
            // Nothing of that request was executed: it is sent again, which is no retry of a failed write.
            _again.Enqueue(rows);
        }
        else
        {
            _error ??= error;
        }
    }

    /// <summary>Prepares the statement again, once its connection is quiet.</summary>
    private bool TryPrepare(WriterLane lane)
    {
        if (lane.Connection.Pending > 0)
        {
            return false;
        }

        if (_preparations++ == MaxPreparations)
        {
            throw new CqlServerException(CqlErrorCode.Unprepared, $"the server forgot the statement {MaxPreparations} times in a row");
        }

        lane.Prepare();
        return true;
    }

    private WriterLane LaneOf(int source, int bucket)
    {
        long token = CassandraTable.TokenOf(source, bucket);
        for (int attempt = 1; ; attempt++)
        {
            var node = _cluster.Route(token, _shape.Replication);
            if (_lanes.TryGetValue(node, out var lane))
            {
                return lane;
            }

            try
            {
                return OpenLane(node);
            }
            catch (CqlConnectionException) when (attempt <= _cluster.Nodes.Count)
            {
                // Nothing was sent to it: another node can take this partition.
            }
        }
    }

    private WriterLane OpenLane(ClusterNode node)
    {
        var connection = _cluster.OpenForWriting(node);
        try
        {
            var lane = new WriterLane(connection, _table, _shape.Window);
            _lanes.Add(node, lane);
            return lane;
        }
        catch
        {
            connection.Dispose();
            throw;
        }
    }

    /// <summary>After a failure: connections with unanswered requests are of no more use.</summary>
    private void DropBusyLanes()
    {
        _inFlight = 0;
        foreach (var (node, lane) in _lanes.ToArray())
        {
            if (lane.Connection.IsBroken || lane.Connection.Pending > 0)
            {
                lane.Dispose();
                _lanes.Remove(node);
            }
        }
    }
}
