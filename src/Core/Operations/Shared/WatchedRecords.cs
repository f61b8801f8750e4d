using DbIngest.Abstractions.Records;

namespace DbIngest.Core.Operations.Shared;

/// <summary>
/// The records of which every operation is logged and tested for atomicity: up to 64 of the most popular and up to 1,024 drawn at
/// random. <see cref="LaneHistory"/> of each lane looks up each record that the lane reads or writes, and
/// <see cref="SharedVerdict"/> reads the numbers back in the audit. <see cref="Pipeline.SharedKeysWork"/> creates one per lane
/// before the common start. Logs contain the numbers of records, so the choice must be the same for every lane, in every process
/// and in the audit. Immutable.
/// </summary>
internal sealed class WatchedRecords
{
    /// <summary>Most popular records that are watched.</summary>
    public const int Popular = 64;

    /// <summary>Drawn records that are watched.</summary>
    public const int Drawn = 1024;

    private const ulong Stream = 0x7761_7463_6865_6421;
    private const int Slots = 4096;

    private readonly long[] _keys = new long[Slots];
    private readonly short[] _numbers = new short[Slots];
    private readonly List<long> _records = [];

    /// <summary>Chooses the records.</summary>
    /// <param name="keys">The shared records.</param>
    /// <param name="seed">Seed of the operations.</param>
    public WatchedRecords(SharedKeys keys, ulong seed)
    {
        for (long rank = 0; rank < Math.Min(Popular, keys.Count); rank++)
        {
            Add(keys.Popular(rank));
        }

        var random = new SplitMix64(seed ^ Stream);
        for (int i = 0; i < Drawn; i++)
        {
            Add((long)Math.BigMul(random.Next(), (ulong)keys.Count, out _));
        }
    }

    /// <summary>The records, by number.</summary>
    public IReadOnlyList<long> Records => _records;

    /// <summary>The number of a record.</summary>
    /// <returns>The number, from 0. -1 for a record that is not watched.</returns>
    public int NumberOf(long record)
    {
        int at = Slot(record);
        while (_keys[at] != 0)
        {
            if (_keys[at] == record + 1)
            {
                return _numbers[at];
            }

            at = (at + 1) & (Slots - 1);
        }

        return -1;
    }

    private static int Slot(long record) => (int)(((ulong)record * 0x9E3779B97F4A7C15) >> 32) & (Slots - 1);

    private void Add(long record)
    {
        if (NumberOf(record) >= 0)
        {
            return;
        }

        int at = Slot(record);
        while (_keys[at] != 0)
        {
            at = (at + 1) & (Slots - 1);
        }

        _keys[at] = record + 1;
        _numbers[at] = (short)_records.Count;
        _records.Add(record);
    }
}
