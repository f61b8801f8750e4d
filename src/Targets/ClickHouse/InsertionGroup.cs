using System.Runtime.ExceptionServices;
using DbIngest.Wire;

namespace DbIngest.Targets.ClickHouse;

/// <summary>
/// Sends the batches of several writers of one process as one insertion (<c>group=true</c>), so that they become one part.
/// <see cref="ClickHouseTarget"/> has one for all of its writers of one table shape, and <see cref="GroupedInsertions"/> calls it
/// for each batch on the timed path. A batch must not count as acknowledged before the insertion that holds it. Thread-safe.
/// </summary>
/// <remarks>
/// While an insertion is under way, batches of other writers wait. One of these writers then sends all waiting batches, up to
/// <see cref="MostRows"/> and 256 MiB. No timer is involved: a writer that is alone sends at once.
/// </remarks>
internal sealed class InsertionGroup
{
    /// <summary>
    /// Most rows of an insertion that the server stores as one part: the least default of <c>max_insert_block_size</c> of any
    /// release.
    /// </summary>
    public const int MostRows = 1_048_449;

    /// <summary>Most bytes of several batches, which are copied into one buffer.</summary>
    private const int MostBytes = 256 << 20;

    private readonly object _gate = new();
    private readonly Queue<GroupedInsertions> _waiting = new();
    // Only the writer that sends uses these two, while _isUnderWay is true.
    private readonly List<GroupedInsertions> _sent = [];
    private byte[] _bytes = [];
    private bool _isUnderWay;

    /// <summary>Sends the encoded batch of a writer, alone or with others. Any number of threads may call it.</summary>
    /// <param name="member">The writer's batch.</param>
    /// <exception cref="WireException">The insertion failed, for all of its batches.</exception>
    public void Insert(GroupedInsertions member)
    {
        lock (_gate)
        {
            _waiting.Enqueue(member);
        }

        while (TryTake(member))
        {
            Send(member);
        }

        if (member.Failure is { } failure)
        {
            ExceptionDispatchInfo.Throw(failure);
        }
    }

    /// <summary>True if several batches together may be one insertion.</summary>
    /// <param name="rows">Their rows.</param>
    /// <param name="bytes">Their bytes.</param>
    public static bool IsRoom(int rows, long bytes) => rows <= MostRows && bytes <= MostBytes;

    /// <summary>Waits for the insertion under way, and takes the batches of the next one, the oldest first.</summary>
    /// <returns>False if the member's own was sent meanwhile.</returns>
    private bool TryTake(GroupedInsertions member)
    {
        lock (_gate)
        {
            while (_isUnderWay && member.IsWaiting)
            {
                Monitor.Wait(_gate);
            }

            if (!member.IsWaiting)
            {
                return false;
            }

            _isUnderWay = true;
            _sent.Clear();
            int rows = 0;
            long bytes = 0;
            while (_waiting.TryPeek(out var next) && (rows == 0 || IsRoom(rows + next.Rows, bytes + next.Encoded.Length)))
            {
                rows += next.Rows;
                bytes += next.Encoded.Length;
                _sent.Add(_waiting.Dequeue());
            }

            return true;
        }
    }

    /// <summary>
    /// Sends the taken batches over the leader's connection. All of them share its outcome: a batch whose insertion failed for
    /// any reason, a defect included, is not acknowledged.
    /// </summary>
    private void Send(GroupedInsertions leader)
    {
        Exception? failure = null;
        try
        {
            leader.Send(Joined());
        }
        catch (Exception exception)
        {
            failure = exception;
        }

        lock (_gate)
        {
            _isUnderWay = false;
            _sent.ForEach(sent => sent.End(leader.Session, failure));
            Monitor.PulseAll(_gate);
        }
    }

    private ReadOnlySpan<byte> Joined()
    {
        if (_sent is [var only])
        {
            return only.Encoded;
        }

        int length = _sent.Sum(sent => sent.Encoded.Length);
        if (_bytes.Length < length)
        {
            _bytes = GC.AllocateUninitializedArray<byte>(length);
        }

        int at = 0;
        foreach (var sent in _sent)
        {
            sent.Encoded.CopyTo(_bytes.AsSpan(at));
            at += sent.Encoded.Length;
        }

        return _bytes.AsSpan(0, length);
    }
}
