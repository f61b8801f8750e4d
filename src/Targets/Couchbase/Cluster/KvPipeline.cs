using DbIngest.Wire;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Couchbase.Cluster;

/// <summary>
/// Sends requests to the nodes that their keys belong to, so many in flight to each at once, and takes the answers in whatever
/// order they come. Used by one thread.
/// </summary>
/// <remarks>
/// A request that another node is to have is sent there, by the map that came with the refusal. When a connection's window is
/// full, everything is sent, and half of it is awaited before more is written: so requests and answers travel in large pieces.
/// Answers that are there are taken before anything is sent, so that both sides never wait for the other to read.
/// </remarks>
/// <param name="cluster">The cluster.</param>
/// <param name="window">Requests in flight to a node.</param>
internal sealed class KvPipeline(CouchbaseCluster cluster, int window) : IDisposable
{
    private const int MostRounds = 20;
    private const int FlushBytes = 60 * 1024;
    private const int MostKeyBytes = 64;

    private readonly NodeLinks _links = new(cluster);
    private int[] _again = new int[16];
    private int _agains;
    private KvServerException? _failure;

    /// <summary>Whether something of the last run was answered with success, or may have been.</summary>
    public bool AnySent { get; private set; }

    /// <summary>Connects to every node that has a vBucket.</summary>
    /// <exception cref="WireException">One does not answer.</exception>
    public void Connect()
    {
        _links.Renew();
        foreach (int node in _links.Map.InUse)
        {
            _links.To(node);
        }
    }

    /// <summary>Sends the requests of all rows, and waits for all answers.</summary>
    /// <param name="operation">The requests.</param>
    /// <exception cref="KvServerException">A row has failed. Nothing is unanswered.</exception>
    /// <exception cref="WireException">A connection was lost; all of them are closed.</exception>
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
                LookAround();
            }

            throw;
        }

        if (_failure is not null)
        {
            throw _failure;
        }
    }

    /// <summary>Closes the connections; they are opened again when they are needed.</summary>
    public void Close() => _links.Close();

    /// <summary>Ends what is waited for, from another thread.</summary>
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

    /// <summary>
    /// The map was not known, or changes: what was refused is sent by the one that is known now, after a while by a new one.
    /// </summary>
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

    /// <summary>A node that is gone cannot say who has its vBuckets now: another may.</summary>
    private void LookAround()
    {
        try
        {
            cluster.Refresh();
        }
        catch (WireException)
        {
            // None does: what was lost is told as it was.
        }
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
            throw new WireProtocolException("The server answered a request that nobody made.");
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
