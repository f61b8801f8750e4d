namespace DbIngest.Wire.Cql;

/// <summary>
/// Allots the stream ids of a connection and tracks which of them await an answer. Only <see cref="CqlChannel"/> uses it, one
/// thread at a time. Never allots an id again before its answer, and allocates nothing after its construction.
/// </summary>
internal sealed class CqlStreamIds
{
    private readonly short[] _free;
    private readonly bool[] _isPending;
    private int _freeCount;

    public CqlStreamIds(int count)
    {
        _free = new short[count];
        _isPending = new bool[count];
        for (int i = 0; i < count; i++)
        {
            // A stack, popped from its end: id 0 comes first.
            _free[i] = (short)(count - 1 - i);
        }

        _freeCount = count;
    }

    public int Pending => _free.Length - _freeCount;

    /// <summary>Takes a free id. Throws <see cref="InvalidOperationException"/> when every id awaits an answer.</summary>
    public int Take()
    {
        if (_freeCount == 0)
        {
            throw new InvalidOperationException(
                $"{_free.Length} requests are unanswered already, which is MaxInFlight: read answers first.");
        }

        int stream = _free[--_freeCount];
        _isPending[stream] = true;
        return stream;
    }

    /// <summary>Frees the stream id of an answer.</summary>
    /// <exception cref="WireProtocolException">No request awaits an answer under this id.</exception>
    public void Complete(int stream)
    {
        if ((uint)stream >= (uint)_isPending.Length || !_isPending[stream])
        {
            throw new WireProtocolException(
                $"The server sent an answer with stream id {stream}, under which no request is pending.");
        }

        _isPending[stream] = false;
        _free[_freeCount++] = (short)stream;
    }
}
