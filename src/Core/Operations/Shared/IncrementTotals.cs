namespace DbIngest.Core.Operations.Shared;

/// <summary>
/// Compares the count that each record stores with the increments of all lanes (<c>rmw</c>, <c>rmw-plain</c>). A right count is
/// that of the acknowledged increments, plus any that are in doubt. A smaller count has lost updates. A greater count has
/// increments that no lane made. <see cref="SharedVerdict"/> and, for <c>verify</c>, <see cref="SharedReplay"/> make one per
/// audit. <see cref="SharedLog"/> adds up the lanes of a process by another. Several threads may call <see cref="Judge"/>, but
/// only once all increments are added.
/// </summary>
/// <param name="mayLose">
/// True if increments were written without a condition, so that a lost update is a figure of the trial and no fault of the
/// database.
/// </param>
internal sealed class IncrementTotals(bool mayLose)
{
    private readonly Dictionary<long, (long Acknowledged, long InDoubt)> _totals = [];
    private long _lost;

    /// <summary>Increments by which the count of any record may differ besides, because no log says which records.</summary>
    public long Spare { get; init; }

    /// <summary>Records with increments.</summary>
    public long Records => _totals.Count;

    /// <summary>Acknowledged increments.</summary>
    public long Acknowledged { get; private set; }

    /// <summary>Acknowledged increments that the records judged so far do not store.</summary>
    public long Lost => Interlocked.Read(ref _lost);

    /// <summary>Adds the increments of a lane or process.</summary>
    public void Add(IEnumerable<RecordIncrements> increments)
    {
        foreach (var increment in increments)
        {
            var (acknowledged, inDoubt) = _totals.GetValueOrDefault(increment.Record);
            _totals[increment.Record] = (acknowledged + increment.Acknowledged, inDoubt + increment.InDoubt);
            Acknowledged += increment.Acknowledged;
        }
    }

    /// <summary>All records with their increments.</summary>
    public IEnumerable<RecordIncrements> All() => _totals.OrderBy(total => total.Key)
        .Select(total => new RecordIncrements(total.Key, total.Value.Acknowledged, total.Value.InDoubt));

    /// <summary>Says what is wrong with a stored count.</summary>
    /// <param name="record">Index of the record.</param>
    /// <param name="stored">The count that it stores.</param>
    /// <returns>
    /// The end of a sentence. Null if the count is right, or if it is too small and lost updates are no fault.
    /// </returns>
    public string? Judge(long record, int stored)
    {
        var (acknowledged, inDoubt) = _totals.GetValueOrDefault(record);
        if (stored < acknowledged - Spare)
        {
            Interlocked.Add(ref _lost, acknowledged - stored);
            return mayLose ? null
                : FormattableString.Invariant($"it counts {stored} increments, and {acknowledged} were acknowledged");
        }

        return stored <= acknowledged + inDoubt + Spare ? null : FormattableString.Invariant(
            $"it counts {stored} increments, though {acknowledged} were acknowledged and {inDoubt} are in doubt");
    }
}
