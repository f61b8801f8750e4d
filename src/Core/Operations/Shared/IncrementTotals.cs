namespace DbIngest.Core.Operations.Shared;

/// <summary>
/// Compares the count that each record stores with the increments of all lanes. It equals the acknowledged ones, plus any of
/// those in doubt: a smaller count has lost updates, a greater one increments of nobody.
/// </summary>
/// <param name="mayLose">
/// True if increments were written without a condition, so that a lost update is a figure of the trial and no fault of the
/// database. Several threads may call <see cref="Judge"/>.
/// </param>
internal sealed class IncrementTotals(bool mayLose)
{
    private readonly Dictionary<long, (long Acknowledged, long InDoubt)> _totals = [];
    private long _lost;

    /// <summary>Increments of any record that may be stored or missing besides, of which nothing more is known.</summary>
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
    /// <returns>A sentence's end; null if the count is right.</returns>
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
