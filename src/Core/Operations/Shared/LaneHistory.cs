using System.Globalization;

namespace DbIngest.Core.Operations.Shared;

/// <summary>
/// Logs what one lane did to shared records and saw of them: its writes, its operations on watched records, and reads that
/// contradict what it knows itself. <see cref="Pipeline.SharedKeysWork"/> creates one per lane and books each record of an
/// operation after its acknowledgement, outside its service time. <see cref="SharedLog"/> reads it once the lane has ended. Only
/// the lane's thread changes it.
/// </summary>
internal sealed class LaneHistory
{
    private const int Slots = 1 << 14;

    private readonly VersionBits _bits;
    private readonly SharedKeys _keys;
    private readonly WatchedRecords _watched;
    private readonly int _lane;
    private readonly bool _hasUpdates;
    private readonly (long Key, int Version)[] _seen;
    private readonly List<(long Record, int Version, string Finding)> _doubtful = [];

    /// <summary>Creates the history of a lane that has done nothing.</summary>
    /// <param name="keys">The shared records.</param>
    /// <param name="watched">The watched ones.</param>
    /// <param name="bits">The split of versions.</param>
    /// <param name="lane">The lane over all sources, from 0.</param>
    /// <param name="hasUpdates">
    /// False if the mix updates no record. Then all records keep their loaded content, and the lane needs no table of 256 KB of
    /// the versions that it saw.
    /// </param>
    public LaneHistory(SharedKeys keys, WatchedRecords watched, VersionBits bits, int lane, bool hasUpdates = true)
    {
        _hasUpdates = hasUpdates;
        _seen = hasUpdates ? new (long, int)[Slots] : [];
        _keys = keys;
        _watched = watched;
        _bits = bits;
        _lane = lane;
        Writes = new LaneWrites(bits, lane);
        Log = new WatchedLog(WatchedLog.MostOfAll / bits.Lanes);
    }

    /// <summary>The lane's writes.</summary>
    public LaneWrites Writes { get; }

    /// <summary>The lane's increments.</summary>
    public LaneIncrements Increments { get; } = new();

    /// <summary>The lane's operations on watched records.</summary>
    public WatchedLog Log { get; }

    /// <summary>Reads that contradict what the lane knows, whatever other lanes did.</summary>
    public long WrongReads { get; private set; }

    /// <summary>The first wrong read, in words. Null without any.</summary>
    public string? FirstWrongRead { get; private set; }

    /// <summary>
    /// Reads that are wrong unless the version that they saw may have taken effect twice. Only the lane that wrote the version
    /// knows that, so the audit decides. At most 100.
    /// </summary>
    public IReadOnlyList<(long Record, int Version, string Finding)> Doubtful => _doubtful;

    /// <summary>Books an acknowledged write.</summary>
    /// <param name="record">Index of the record.</param>
    /// <param name="version">The version, from <see cref="LaneWrites.TryBegin"/>.</param>
    /// <param name="begin">Start of its first attempt.</param>
    /// <param name="start">Start of the attempt that was acknowledged, or the write timestamp by which it wins.</param>
    /// <param name="end">When the write was acknowledged, or the write timestamp.</param>
    /// <param name="isRepeated">True if an earlier attempt may have taken effect.</param>
    /// <param name="isLasting">True if an earlier attempt may still take effect.</param>
    public void Write(long record, int version, long begin, long start, long end, bool isRepeated, bool isLasting)
    {
        Writes.Acknowledge(record, version, start, end, isLasting);
        if (_watched.NumberOf(record) is var number and >= 0)
        {
            Log.Add(new WatchedOperation(number, IsWrite: true, version, begin, Math.Max(begin, end), isRepeated || isLasting));
        }
    }

    /// <summary>Books a write that was given up.</summary>
    /// <param name="record">Index of the record.</param>
    /// <param name="version">The version.</param>
    /// <param name="begin">A time no later than the start of its first attempt.</param>
    public void GiveUp(long record, int version, long begin)
    {
        Writes.GiveUp(record, version);
        if (_watched.NumberOf(record) is var number and >= 0)
        {
            Log.Add(new WatchedOperation(number, IsWrite: true, version, begin, LastWrite.Always, IsRepeated: true));
        }
    }

    /// <summary>Books a read whose content was that of a version.</summary>
    /// <param name="record">Index of the record.</param>
    /// <param name="version">The version. 0 for the loaded content.</param>
    /// <param name="begin">Start of the attempt that answered.</param>
    /// <param name="end">When the answer was complete.</param>
    /// <param name="seesOwn">True if the database promises that the lane sees its own acknowledged writes, or newer ones.</param>
    /// <param name="isAtomic">True if it promises that each record is an atomic register.</param>
    public void Read(long record, int version, long begin, long end, bool seesOwn, bool isAtomic)
    {
        if (version != 0 && !(_hasUpdates && _bits.IsPossible(version)))
        {
            Wrong(record, version, "which no lane can have written");
            return;
        }

        bool isOwn = version != 0 && _bits.LaneOf(version) == _lane;
        if (isOwn && _bits.CountOf(version) > Writes.BegunOf(record))
        {
            Wrong(record, version, "which the lane itself had not written yet");
            return;
        }

        if (seesOwn)
        {
            int own = Writes.AcknowledgedOf(record);
            if ((version == 0 && own > 0)
                || (isOwn && _bits.CountOf(version) < own && !Writes.IsLasting(record, version)))
            {
                Wrong(record, version, Say($"though the same lane's write {own} was acknowledged before"));
                return;
            }
        }

        if (isAtomic && _hasUpdates)
        {
            Compare(record, version);
        }

        if (_watched.NumberOf(record) is var number and >= 0)
        {
            Log.Add(new WatchedOperation(number, IsWrite: false, version, begin, end, IsRepeated: false));
        }
    }

    /// <summary>Books a read in a mix whose versions count increments.</summary>
    /// <param name="record">Index of the record.</param>
    /// <param name="version">The count that it saw.</param>
    /// <param name="grows">True if every increment is conditional and the database promises that reads see them.</param>
    public void ReadCount(long record, int version, bool grows)
    {
        if (grows && Increments.HighestOf(record) is var own && version < own)
        {
            Wrong(record, Say($"saw {version} increments, though the same lane's increment to {own} was acknowledged before"));
        }
    }

    /// <summary>Books a wrong read, for example one that returned no record, two, or content of no version.</summary>
    /// <param name="record">Index of the record.</param>
    /// <param name="why">The end of a sentence that says what it returned.</param>
    public void Wrong(long record, string why)
    {
        WrongReads++;
        FirstWrongRead ??= Say($"a read of record {_keys.SequenceOf(record)} of source {_keys.SourceOf(record)} {why}");
    }

    private void Wrong(long record, int version, string why) => Wrong(record, Say($"saw {Name(version)}, {why}"));

    /// <summary>
    /// Checks that two reads of this lane did not see two writes of another lane in the wrong order. The lane remembers the
    /// version that it saw last of recently read records, in a table of 16,384 entries (256 KB). A record that shares its entry
    /// with another record replaces it.
    /// </summary>
    private void Compare(long record, int version)
    {
        ref var seen = ref _seen[(int)(((ulong)record * 0x9E3779B97F4A7C15) >> 50)];
        if (seen.Key == record + 1 && seen.Version != 0 && _doubtful.Count < 100
            && (version == 0
                || (_bits.LaneOf(version) == _bits.LaneOf(seen.Version) && _bits.CountOf(version) < _bits.CountOf(seen.Version)
                    && _bits.LaneOf(version) != _lane)))
        {
            _doubtful.Add((record, version, Say(
                $"a read of record {_keys.SequenceOf(record)} of source {_keys.SourceOf(record)} saw {Name(version)} after an earlier read had seen {Name(seen.Version)}")));
        }

        seen = (record + 1, version);
    }

    private string Name(int version) => version == 0 ? "the loaded content"
        : Say($"write {_bits.CountOf(version)} of lane {_bits.LaneOf(version)}");

    private static string Say(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
