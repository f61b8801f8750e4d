using DbIngest.Wire;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Couchbase.Cluster;

/// <summary>
/// Sends the requests of an <see cref="IKvOperation"/> to the nodes that own their keys, many in flight per node, and hands over
/// the answers in any order. Each writer and each thread of the audit owns one, and so does <c>CouchbaseDriverWriter</c>, to read
/// records back. One thread at a time calls it, except for <see cref="Interrupt"/>.
/// </summary>
/// <remarks>
/// The pipeline repeats a refused request ("not my vBucket") by the map that came with the refusal, up to 20 times. When a
/// connection's window is full, the pipeline sends everything and awaits half of it, so that requests and answers travel in large
/// pieces. It takes answers that have arrived before it sends, so that client and node never both wait for the other to read.
/// </remarks>
/// <param name="cluster">The nodes and their map.</param>
/// <param name="window">Largest number of unanswered requests per node.</param>
internal sealed class KvPipeline(CouchbaseCluster cluster, int window) : IDisposable
{
    private const int MostRounds = 20;
    private const int FlushBytes = 60 * 1024;
    private const int MostKeyBytes = 64;

    private readonly NodeLinks _links = new(cluster);
    private int[] _again = new int[16];
    private int _agains;
    private KvServerException? _failure;

    /// <summary>True if a request of the last run was sent, so that it may have changed the server.</summary>
    public bool AnySent { get; private set; }

    /// <summary>Connects to every node with an active vBucket.</summary>
    /// <exception cref="WireException">A node does not answer.</exception>
    public void Connect()
    {
        _links.Renew();
        foreach (int node in _links.Map.InUse)
        {
            _links.To(node);
        }
    }

    /// <summary>Sends the requests of all rows that are not done, and waits for all answers.</summary>
    /// <param name="operation">The requests.</param>
    /// <exception cref="KvServerException">A row failed, or no node takes its vBucket. No request is unanswered.</exception>
    /// <exception cref="WireException">A connection was lost, or an answer is invalid. All connections are closed.</exception>
    public void Run(IKvOperation operation)
    {
        (_agains, _failure, AnySent) = (0, null, false);
        try
        {
            _links.Renew();
            for (int row = 0; row < operation.Count && _failure is null; row++)
            {
                if (!operation.IsDone(row))
                {
                    Send(operation, row);
                }
            }

            Drain(operation);
            for (int round = 1; _agains > 0 && _failure is null; round++)
            {
                SendAgain(operation, round);
            }
        }
        catch (WireException exception)
        {
            _links.Close();
            if (exception is ConnectionLostException)
            {
                cluster.LookAround();
            }

            throw;
        }

        if (_failure is not null)
        {
            throw _failure;
        }
    }

    /// <summary>Closes all connections. The next run opens them again.</summary>
    public void Close() => _links.Close();

    /// <summary>Closes all connections from another thread, which ends a pending run.</summary>
    public void Interrupt() => _links.Interrupt();

    /// <inheritdoc/>
    public void Dispose() => _links.Dispose();

    private void Send(IKvOperation operation, int row)
    {
        Span<byte> room = stackalloc byte[MostKeyBytes];
        var key = room[..operation.WriteKey(row, room)];
        var map = _links.Map;
        int vBucket = KvKeys.VBucket(key, map.VBuckets);
        int node = map.NodeOf(vBucket);
        if (node < 0)
        {
            Again(row);
            return;
        }

        var link = _links.To(node);
        if (link.Pending >= window)
        {
            FlushAll(operation);
            while (link.Pending > window / 2)
            {
                Take(operation, link);
            }
        }

        operation.Append(link, vBucket, row, key);
        link.End();
        if (link.Requests.Length >= FlushBytes)
        {
            Flush(operation, link);
        }
    }

    /// <summary>Repeats refused requests. If the map has not changed since, waits 50 ms and asks for a new one.</summary>
    private void SendAgain(IKvOperation operation, int round)
    {
        if (round > MostRounds)
        {
            _failure = new KvServerException(KvStatus.NotMyVBucket, "No node takes some of the vBuckets");
            return;
        }

        if (ReferenceEquals(_links.Map, cluster.Map))
        {
            Thread.Sleep(50);
            cluster.Refresh();
        }

        _links.Renew();
        int[] rows = _again[.._agains];
        _agains = 0;
        foreach (int row in rows)
        {
            Send(operation, row);
        }

        Drain(operation);
    }

    private void FlushAll(IKvOperation operation)
    {
        foreach (var link in _links.Open)
        {
            Flush(operation, link);
        }
    }

    private void Flush(IKvOperation operation, KvConnection link)
    {
        if (link.Requests.Length == 0)
        {
            return;
        }

        while (link.Pending > 0 && link.HasInput)
        {
            Take(operation, link);
        }

        AnySent = true;
        link.Flush();
    }

    private void Drain(IKvOperation operation)
    {
        FlushAll(operation);
        foreach (var link in _links.Open)
        {
            while (link.Pending > 0)
            {
                Take(operation, link);
            }
        }
    }

    private void Take(IKvOperation operation, KvConnection link)
    {
        var answer = link.Receive();
        int row = (int)answer.Opaque;
        if (answer.IsRequest || (uint)row >= (uint)operation.Count)
        {
            throw new WireProtocolException("The server answered a request that was not sent.");
        }

        if (answer.Status != KvStatus.NotMyVBucket)
        {
            _failure = operation.Take(row, answer) ?? _failure;
            return;
        }

        if (!answer.Value.IsEmpty && answer.Value[0] == (byte)'{')
        {
            cluster.Offer(answer.Value, link.Server);
        }

        Again(row);
    }

    private void Again(int row)
    {
        if (_agains == _again.Length)
        {
            Array.Resize(ref _again, 2 * _agains);
        }

        _again[_agains++] = row;
    }
}
