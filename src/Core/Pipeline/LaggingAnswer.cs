using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Operations;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// Checks the answer of a store whose reads may lag (<see cref="IRecordReads.MayLag"/>): each record that it returns must be one
/// of the expected ones, once and with its whole content. Those that it does not return are late. <see cref="OwnKeysWork"/>
/// creates it once and reuses it for all reads of its lane, so it allocates nothing per read. Not thread-safe.
/// </summary>
internal sealed class LaggingAnswer : IRecordReceiver
{
    // By place in the range: the hash of the right content, whether a record is expected, and whether it has not come yet.
    private readonly ulong[] _hashes = new ulong[OperationMix.LongestScan];
    private readonly bool[] _isExpected = new bool[OperationMix.LongestScan];
    private readonly bool[] _isAwaited = new bool[OperationMix.LongestScan];
    private int _source;
    private long _first;
    private int _length;
    private int _expected;
    private int _awaited;

    /// <summary>Records returned.</summary>
    public int Count { get; private set; }

    /// <summary>True if a record was returned that is not expected, or not with this content, or twice.</summary>
    public bool IsWrong { get; private set; }

    /// <summary>Expected records that were not returned.</summary>
    public int Late => _awaited;

    /// <summary>
    /// Begins a question. The caller then calls <see cref="Expect"/> for each record of the right answer, and <see cref="Again"/>
    /// before each attempt.
    /// </summary>
    /// <param name="source">The source that is asked for.</param>
    /// <param name="first">The first sequence number.</param>
    /// <param name="length">Sequence numbers, at most <see cref="OperationMix.LongestScan"/>.</param>
    public void Begin(int source, long first, int length)
    {
        (_source, _first, _length, _expected) = (source, first, length, 0);
        _isExpected.AsSpan(0, length).Clear();
    }

    /// <summary>Begins the answer of an attempt and forgets that of an earlier attempt.</summary>
    public void Again()
    {
        _isExpected.AsSpan(0, _length).CopyTo(_isAwaited);
        (_awaited, Count, IsWrong) = (_expected, 0, false);
    }

    /// <summary>Adds a record of the right answer.</summary>
    /// <param name="row">Place of the record within the range, from 0.</param>
    /// <param name="hash">Hash of the record's content.</param>
    public void Expect(int row, ulong hash)
    {
        (_hashes[row], _isExpected[row]) = (hash, true);
        _expected++;
    }

    /// <inheritdoc/>
    public void Add(int source, long sequence, long timestamp, uint quality, ReadOnlySpan<double> values)
    {
        Count++;
        long row = sequence - _first;
        if (source != _source || row < 0 || row >= _length || !_isAwaited[row]
            || _hashes[row] != RecordHash.Of(source, sequence, timestamp, quality, values))
        {
            IsWrong = true;
            return;
        }

        _isAwaited[row] = false;
        _awaited--;
    }
}
