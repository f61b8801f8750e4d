namespace DbIngest.Wire.Cql;

/// <summary>The stream ids of a connection: which are free, and which wait for an answer.</summary>
internal sealed class CqlStreams
{
    private readonly short[] _free;
    private readonly bool[] _isPending;
    private int _freeCount;

    public CqlStreams(int count)
    {
        _free = new short[count];
        _isPending = new bool[count];
        for (int i = 0; i < count; i++)
        {
            // The stack is taken from its end: id 0 comes first.
            _free[i] = (short)(count - 1 - i);
        }

        _freeCount = count;
    }

    public int Pending => _free.Length - _freeCount;

    public int Take()
    {
        if (_freeCount == 0)
        {
            throw new InvalidOperationException($"There are {_free.Length} unanswered requests already: read answers first.");
        }

        int stream = _free[--_freeCount];
        _isPending[stream] = true;
        return stream;
    }

    /// <summary>Books an answer.</summary>
    /// <exception cref="WireProtocolException">Nobody asked under this id.</exception>
    public void Complete(int stream)
    {
        if ((uint)stream >= (uint)_isPending.Length || !_isPending[stream])
        {
            throw new WireProtocolException($"The server answered a request {stream} that nobody made.");
        }

        _isPending[stream] = false;
        _free[_freeCount++] = (short)stream;
    }
}
