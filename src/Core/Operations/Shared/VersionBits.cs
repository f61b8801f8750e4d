namespace DbIngest.Core.Operations.Shared;

/// <summary>
/// Splits the 24 bits of a record's version into the lane that wrote it and the lane's count of writes to that record, so that no
/// two writes of a trial have the same version and a reader knows whose write it sees. Version 0 is the loaded content.
/// <see cref="LaneWrites"/> composes versions with it, and <see cref="LaneHistory"/> and <see cref="SharedVerdict"/> take
/// versions apart. All of them must create it with the same number of lanes. Immutable.
/// </summary>
public sealed class VersionBits
{
    /// <summary>The bits of a version, see <see cref="RecordVersion"/>.</summary>
    public const int All = 24;

    /// <summary>Most lanes of a trial with shared keys: each may then write a record 255 times.</summary>
    public const int MostLanes = 1 << 16;

    private readonly int _countBits;

    /// <summary>Creates the split.</summary>
    /// <param name="lanes">Lanes of all sources and processes, 1 to <see cref="MostLanes"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">There are too many lanes.</exception>
    public VersionBits(int lanes)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(lanes, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(lanes, MostLanes);
        Lanes = lanes;
        _countBits = All - (32 - int.LeadingZeroCount(lanes - 1));
    }

    /// <summary>Lanes of all sources and processes.</summary>
    public int Lanes { get; }

    /// <summary>Most writes of one lane to one record.</summary>
    public int MostWrites => (1 << _countBits) - 1;

    /// <summary>The version of a write.</summary>
    /// <param name="lane">The lane over all sources, from 0.</param>
    /// <param name="count">Its writes to the record, this one included: 1 to <see cref="MostWrites"/>.</param>
    public int Of(int lane, int count) => (lane << _countBits) | count;

    /// <summary>The lane that wrote a version.</summary>
    public int LaneOf(int version) => version >> _countBits;

    /// <summary>The lane's count. Above 0 in every version that a lane writes.</summary>
    public int CountOf(int version) => version & MostWrites;

    /// <summary>True if a lane of the trial can have written the version.</summary>
    public bool IsPossible(int version) => version >= 0 && LaneOf(version) < Lanes && CountOf(version) > 0;

    /// <summary>
    /// The message for a trial that ends because a lane has written one record as often as a version can count.
    /// </summary>
    public string BoundMessage(int source, long sequence) => FormattableString.Invariant(
        $"A lane has updated record {sequence} of source {source} {MostWrites} times, which is all that a version of {Lanes} lanes can count: shorten the trial by --duration, load more --records, or use fewer lanes.");
}
