using DbIngest.Core.Latency;
using DbIngest.Core.Operations;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// Counts the operations of one lane by their kind. <see cref="OwnKeysWork"/> and <see cref="SharedKeysWork"/> each own one, on
/// the thread of their lane, so it needs no lock. It allocates nothing per operation.
/// </summary>
internal sealed class OperationCounts
{
    private static readonly OperationKind[] Kinds = Enum.GetValues<OperationKind>();

    private readonly LatencyHistogram[] _latencies = [.. Kinds.Select(_ => new LatencyHistogram())];
    private readonly long[] _records = new long[Kinds.Length];
    private readonly long[] _errors = new long[Kinds.Length];
    private readonly long[] _conflicts = new long[Kinds.Length];
    private readonly long[] _leftOut = new long[Kinds.Length];
    private readonly long[] _late = new long[Kinds.Length];
    private long _absent;

    /// <summary>Counts an operation that was acknowledged or answered.</summary>
    /// <param name="kind">Its kind.</param>
    /// <param name="records">Records that it inserted, returned, changed or deleted.</param>
    /// <param name="nanoseconds">Its service time.</param>
    public void Acknowledged(OperationKind kind, long records, long nanoseconds)
    {
        _latencies[(int)kind].Record(nanoseconds);
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
        .. Kinds.Select(kind => new OperationOutcome(
                kind, _records[(int)kind], _errors[(int)kind], _latencies[(int)kind])
            {
                Conflicts = _conflicts[(int)kind],
                LeftOut = _leftOut[(int)kind],
                Late = _late[(int)kind],
                Absent = kind == OperationKind.Delete ? _absent : 0,
            })
            .Where(outcome => outcome.Latency.Count + outcome.Errors + outcome.Conflicts > 0),
    ];
}
