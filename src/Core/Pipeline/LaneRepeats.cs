using DbIngest.Abstractions.Audit;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// Says which batches a lane sends a second time (<c>--duplicates</c>), right after their acknowledgement, and counts how that
/// ended. <see cref="LocalIngestRun"/> creates one per lane, only with the option, and <see cref="IngestLane"/> asks it after
/// each acknowledged batch. Allocates nothing unless a sending fails.
/// </summary>
/// <param name="schedule">Which batches are sent twice.</param>
internal sealed class LaneRepeats(RepeatSchedule schedule)
{
    private readonly List<SequenceRange> _inDoubt = [];

    /// <summary>True while the second sending of a batch is under way.</summary>
    public bool IsUnderWay { get; private set; }

    /// <summary>Records of batches whose second sending was acknowledged.</summary>
    public long Acknowledged { get; private set; }

    /// <summary>Batches of which it is not known whether the second sending is stored. Valid once the lane ended.</summary>
    public IReadOnlyList<SequenceRange> InDoubt => _inDoubt;

    /// <summary>True if a batch is sent twice.</summary>
    public bool Has(BatchTurn turn) => schedule.IsRepeated(turn.First);

    /// <summary>Notes that a second sending begins.</summary>
    public void Begin() => IsUnderWay = true;

    /// <summary>Counts a second sending that was acknowledged.</summary>
    /// <param name="turn">The batch.</param>
    /// <param name="wasInDoubt">True if an attempt before was ambiguous, so that it may be stored more than once.</param>
    public void End(BatchTurn turn, bool wasInDoubt)
    {
        IsUnderWay = false;
        Acknowledged += turn.Count;
        if (wasInDoubt)
        {
            _inDoubt.Add(new SequenceRange(turn.First, turn.Count));
        }
    }

    /// <summary>Notes a second sending that was given up, as in doubt.</summary>
    public void GiveUp(BatchTurn turn)
    {
        IsUnderWay = false;
        _inDoubt.Add(new SequenceRange(turn.First, turn.Count));
    }
}
