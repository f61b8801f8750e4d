using DbIngest.Abstractions.Targets;

namespace DbIngest.Core.Operations.Shared;

/// <summary>
/// Maps each record that one lane has touched to what the lane knows of it: a hash table with open addressing.
/// <see cref="LaneWrites"/> and <see cref="LaneIncrements"/> each have one, which only the lane's thread changes. A reference
/// from <see cref="At"/> is valid only until the next call of <see cref="At"/>.
/// </summary>
/// <remarks>
/// At most three quarters of the slots are in use. A lane that touches N records doubles the table log2(N / 768) times, and
/// allocates nothing else on the timed path.
/// </remarks>
/// <typeparam name="T">What the lane knows of one record.</typeparam>
internal sealed class RecordTable<T>
    where T : struct
{
    /// <summary>Most records of one table.</summary>
    public const int MostRecords = 1 << 24;

    private Slot[] _slots = new Slot[1024];

    /// <summary>Records in the table.</summary>
    public int Count { get; private set; }

    /// <summary>Returns what is known of a record. Adds the record with default values if it is new.</summary>
    /// <param name="record">Index of the record.</param>
    /// <exception cref="TargetException">The record is new, and the table has <see cref="MostRecords"/> already.</exception>
    public ref T At(long record)
    {
        ref var slot = ref Find(record);
        if (slot.Key == 0)
        {
            if (Count == MostRecords)
            {
                throw new TargetException(FormattableString.Invariant(
                    $"A lane has changed {MostRecords} records, the most that it can keep in mind: load fewer --records, or use more lanes."));
            }

            if ((Count + 1) * 4L > _slots.Length * 3L)
            {
                Grow();
                slot = ref Find(record);
            }

            slot.Key = record + 1;
            Count++;
        }

        return ref slot.Known;
    }

    /// <summary>Returns what is known of a record, without adding it. Default values for an unknown record.</summary>
    /// <param name="record">Index of the record.</param>
    public T Peek(long record) => Find(record).Known;

    /// <summary>All records with what is known of them, in any order.</summary>
    public IEnumerable<(long Record, T Known)> All()
    {
        foreach (var slot in _slots)
        {
            if (slot.Key != 0)
            {
                yield return (slot.Key - 1, slot.Known);
            }
        }
    }

    private ref Slot Find(long record)
    {
        int mask = _slots.Length - 1;
        int at = (int)(((ulong)record * 0x9E3779B97F4A7C15) >> 32) & mask;
        while (_slots[at].Key != 0 && _slots[at].Key != record + 1)
        {
            at = (at + 1) & mask;
        }

        return ref _slots[at];
    }

    private void Grow()
    {
        var old = _slots;
        _slots = new Slot[old.Length * 2];
        foreach (var slot in old)
        {
            if (slot.Key != 0)
            {
                Find(slot.Key - 1) = slot;
            }
        }
    }

    private struct Slot
    {
        public long Key;
        public T Known;
    }
}
