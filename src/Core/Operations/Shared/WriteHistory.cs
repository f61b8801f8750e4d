namespace DbIngest.Core.Operations.Shared;

/// <summary>
/// Knows which versions of each shared record a database may store after a trial. <see cref="SharedVerdict"/> and
/// <see cref="SharedReplay"/> make it in the audit from the last writes of all lanes, and the verdict asks it for each stored
/// record. <see cref="SharedLog"/> makes one per process before, to send on only writes that may be stored last. Only
/// <see cref="Seal"/> makes it ready: no write may be added later, and several threads may then call <see cref="Allows"/>.
/// </summary>
/// <remarks>
/// <para>
/// The rule. Of a record, T is the largest start of any acknowledged write. A stored version is right if and only if its write w
/// is a lane's last one to the record (or may still take effect) and ended at T or later: e(w) >= T. The loaded content is right
/// if and only if no write was acknowledged.
/// </para>
/// <para>
/// The rule accuses no database wrongly. The acknowledged attempt of a write takes effect between its start s and its
/// acknowledgement e, and nothing of the write takes effect after e, or its end is without bound. Let u be the write with s(u) =
/// T. If w is stored, its last effect followed that of u, or w is u. So e(w) >= effect(w) >= effect(u) >= s(u) = T. An earlier
/// write of the same lane ended before the lane's last one began, so it has e &lt; T. If anything was acknowledged, the loaded
/// content was replaced.
/// </para>
/// <para>
/// The rule finds every fault that the times alone can show: where e(w) >= T, no acknowledged write began after w had ended, so
/// that w may have taken effect last. In particular a write is lost and found whenever it was the newest and overlapped no other.
/// </para>
/// <para>
/// Between hosts a time is known up to the error of the clock's offset. Starts are made earlier and ends later by it, so that
/// both sentences above still hold, the second for writes that overlap no other by more than the error.
/// </para>
/// </remarks>
internal sealed class WriteHistory
{
    private const int PageBits = 12;

    private readonly long[]?[] _newest;
    private readonly List<LastWrite> _candidates = [];

    /// <summary>Creates the history of a trial in which nothing was written.</summary>
    /// <param name="records">Shared records.</param>
    public WriteHistory(long records)
    {
        _newest = new long[((records - 1) >> PageBits) + 1][];
    }

    /// <summary>
    /// The writes that may be stored last, in the order of records. Valid after <see cref="Seal"/>, which drops all others. A
    /// source process sends them to its parent.
    /// </summary>
    public IReadOnlyList<LastWrite> Candidates => _candidates;

    /// <summary>Records with at least one acknowledged write.</summary>
    public long WrittenRecords { get; private set; }

    /// <summary>Adds writes of a lane or of a process.</summary>
    /// <param name="writes">The writes.</param>
    /// <param name="clockError">Ticks by which their times may be wrong, 0 or more.</param>
    public void Add(IEnumerable<LastWrite> writes, long clockError = 0)
    {
        foreach (var write in writes)
        {
            if (write.Start != LastWrite.Never)
            {
                ref long newest = ref PageOf(write.Record)[write.Record & ((1 << PageBits) - 1)];
                WrittenRecords += newest == LastWrite.Never ? 1 : 0;
                newest = Math.Max(newest, write.Start - clockError);
            }

            _candidates.Add(write with
            {
                Start = write.Start == LastWrite.Never ? LastWrite.Never : write.Start - clockError,
                End = write.End == LastWrite.Always ? LastWrite.Always : write.End + clockError,
            });
        }
    }

    /// <summary>Drops the writes that cannot be stored last, and makes the history ready for <see cref="Allows"/>.</summary>
    public void Seal()
    {
        // A write that proves T stays, or T would be lost when the candidates travel: its end is no earlier than its start.
        _candidates.RemoveAll(write => write.End < NewestOf(write.Record));
        _candidates.Sort(static (a, b) =>
            a.Record != b.Record ? a.Record.CompareTo(b.Record) : a.Version.CompareTo(b.Version));
    }

    /// <summary>True if the database may store a version of a record.</summary>
    /// <param name="record">Index of the record.</param>
    /// <param name="version">Its stored version. 0 for the loaded content.</param>
    public bool Allows(long record, int version)
    {
        if (version == 0)
        {
            return !IsWritten(record);
        }

        for (int at = FirstOf(record); at < _candidates.Count && _candidates[at].Record == record; at++)
        {
            if (_candidates[at].Version == version)
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>True if a write of the record was acknowledged.</summary>
    public bool IsWritten(long record) => NewestOf(record) != LastWrite.Never;

    /// <summary>A version that may be stored, for a message. 0 for the loaded content.</summary>
    public int AnyOf(long record)
    {
        int at = FirstOf(record);
        return at < _candidates.Count && _candidates[at].Record == record ? _candidates[at].Version : 0;
    }

    private int FirstOf(long record)
    {
        int low = 0;
        int high = _candidates.Count;
        while (low < high)
        {
            int middle = (low + high) >>> 1;
            (low, high) = _candidates[middle].Record < record ? (middle + 1, high) : (low, middle);
        }

        return low;
    }

    private long NewestOf(long record) =>
        _newest[record >> PageBits] is { } page ? page[record & ((1 << PageBits) - 1)] : LastWrite.Never;

    private long[] PageOf(long record)
    {
        ref var page = ref _newest[record >> PageBits];
        if (page is null)
        {
            page = new long[1 << PageBits];
            Array.Fill(page, LastWrite.Never);
        }

        return page;
    }
}
