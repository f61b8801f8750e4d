using DbIngest.Core.Latency;
using DbIngest.Core.Operations;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// Counts the operations of one lane by their kind. <see cref="OwnKeysWork"/> and <see cref="SharedKeysWork"/> each own one, on
/// the thread of their lane, so it needs no lock. A histogram takes 138 KB and a trial may have 4,096 lanes, so only the kinds of
/// the mix have one from the beginning. The stream of a lane may also draw a kind that its mix lacks, for example a read where
/// each record that it tried is deleted: the first operation of such a kind allocates its histogram. Nothing else allocates.
/// </summary>
internal sealed class OperationCounts
{
    private static readonly OperationKind[] Kinds = Enum.GetValues<OperationKind>();

    private readonly LatencyHistogram?[] _latencies = new LatencyHistogram?[Kinds.Length];
    private readonly long[] _records = new long[Kinds.Length];
    private readonly long[] _errors = new long[Kinds.Length];
    private readonly long[] _conflicts = new long[Kinds.Length];
    private readonly long[] _leftOut = new long[Kinds.Length];
    private readonly long[] _late = new long[Kinds.Length];
    private long _absent;

    /// <summary>Creates the counts of a lane that has done nothing.</summary>
    /// <param name="mix">The mix of the lane.</param>
    /// <param name="batch">Records per insertion.</param>
    public OperationCounts(OperationMix mix, int batch)
    {
        for (int i = 0; i < mix.Weights.Count; i++)
        {
            if (mix.Weights[i] > 0)
            {
                _latencies[(int)OperationMix.KindOf(i, batch)] = new LatencyHistogram();
            }
        }
    }

    /// <summary>Counts an operation that was acknowledged or answered.</summary>
    /// <param name="kind">Kind of the operation.</param>
    /// <param name="records">Records that the operation inserted, returned, changed or deleted.</param>
    /// <param name="nanoseconds">Service time of the operation.</param>
    public void Acknowledged(OperationKind kind, long records, long nanoseconds)
    {
        (_latencies[(int)kind] ??= new LatencyHistogram()).Record(nanoseconds);
        _records[(int)kind] += records;
    }

    /// <summary>Counts an attempt that failed.</summary>
    /// <param name="kind">The kind of its operation.</param>
    /// <param name="isConflict">True if it lost a race.</param>
    public void Failed(OperationKind kind, bool isConflict) => (isConflict ? _conflicts : _errors)[(int)kind]++;

    /// <summary>Counts an operation that was left out after conflicts.</summary>
    public void LeftOut(OperationKind kind) => _leftOut[(int)kind]++;

    /// <summary>Counts acknowledged records that a read did not see yet.</summary>
    /// <param name="kind">The kind of the read.</param>
    /// <param name="records">The records.</param>
    public void Late(OperationKind kind, long records) => _late[(int)kind] += records;

    /// <summary>Counts a deletion that found no record.</summary>
    public void Absent() => _absent++;

    /// <summary>One entry for each kind that was tried.</summary>
    public IReadOnlyList<OperationOutcome> ToOutcomes() =>
    [
        .. Kinds.Where(WasTried).Select(kind => new OperationOutcome(
                kind, _records[(int)kind], _errors[(int)kind], _latencies[(int)kind] ?? new LatencyHistogram())
            {
                Conflicts = _conflicts[(int)kind],
                LeftOut = _leftOut[(int)kind],
                Late = _late[(int)kind],
                Absent = kind == OperationKind.Delete ? _absent : 0,
            }),
    ];

    private bool WasTried(OperationKind kind) =>
        (_latencies[(int)kind]?.Count ?? 0) + _errors[(int)kind] + _conflicts[(int)kind] > 0;
}
