using DbIngest.Core.Results;

namespace DbIngest.Core.Operations.Shared;

/// <summary>
/// Merges the logs of all processes and judges by them: stored versions, watched records, and reads that were in doubt.
/// <see cref="Trials.MixAudit"/> creates one in the audit of each trial with shared keys, unless a source process was lost, and
/// <see cref="SharedReplay.MembersOf"/> one for <c>verify</c>. <see cref="SharedContentCheck"/> then calls <see cref="Judge"/>
/// for each stored record, on several threads. Each finding fails the audit, so it must never accuse a correct database.
/// </summary>
internal sealed class SharedVerdict
{
    private readonly SharedKeys _keys;
    private readonly VersionBits _bits;
    private readonly WriteHistory _history;
    private readonly List<string> _findings = [];

    private readonly IncrementTotals? _increments;

    /// <summary>Creates a verdict on stored versions alone.</summary>
    /// <param name="request">What the operations derive from.</param>
    /// <param name="history">The writes of all lanes.</param>
    /// <param name="increments">The increments of all lanes, which versions count. Null if versions name writes.</param>
    public SharedVerdict(OperationRequest request, WriteHistory history, IncrementTotals? increments = null)
    {
        _increments = increments;
        _keys = new SharedKeys(request);
        _bits = new VersionBits(request.Sources * request.Lanes);
        _history = history;
    }

    /// <summary>
    /// Merges the logs of all processes. It tests watched records and doubtful reads too, but only of a database that promises
    /// atomic records, and of a mix without increments.
    /// </summary>
    /// <param name="request">What the operations derive from.</param>
    /// <param name="logs">One log per process, at least one.</param>
    /// <param name="isAtomic">True if the database promises that each record is an atomic register.</param>
    public static SharedVerdict Of(OperationRequest request, IReadOnlyList<SharedLog> logs, bool isAtomic)
    {
        var history = new WriteHistory(new SharedKeys(request).Count);
        var increments = request.Mix.Increments ? new IncrementTotals(request.Mix.MayLoseUpdates) : null;
        foreach (var log in logs)
        {
            history.Add(SharedLogCodec.Writes(log.Writes), log.HasWriteTimestamps ? 0 : log.ClockErrorTicks);
            increments?.Add(SharedLogCodec.IncrementsOf(log.Increments));
        }

        history.Seal();
        var verdict = new SharedVerdict(request, history, increments);
        if (isAtomic && increments is null)
        {
            verdict.TestWatched(logs, new WatchedRecords(verdict._keys, request.Seed));
            verdict.JudgeReads(logs);
        }

        return verdict;
    }

    /// <summary>Wrong answers to operations, in words: at most one finding for each test. Each fails the audit.</summary>
    public IReadOnlyList<string> Findings => _findings;

    /// <summary>Operations on watched records that were tested.</summary>
    public long WatchedOperations { get; private set; }

    /// <summary>Watched records that were not atomic.</summary>
    public int NotAtomic { get; private set; }

    /// <summary>The figures, once all rows are judged.</summary>
    /// <param name="isMembershipOnly">True if times of writes are not known.</param>
    public SharedAudit ToResult(bool isMembershipOnly) => new()
    {
        IsMembershipOnly = isMembershipOnly,
        WrittenRecords = _increments?.Records ?? _history.WrittenRecords,
        WatchedOperations = WatchedOperations,
        NotAtomicRecords = NotAtomic,
        Increments = _increments?.Acknowledged,
        LostUpdates = _increments?.Lost,
    };

    /// <summary>Says what is wrong with a stored version.</summary>
    /// <param name="record">Index of the record.</param>
    /// <param name="version">Its stored version.</param>
    /// <returns>The end of a sentence. Null if the version may be stored.</returns>
    public string? Judge(long record, int version) => _increments is not null ? _increments.Judge(record, version)
        : _history.Allows(record, version) ? null
        : FormattableString.Invariant(
            $"it holds {Name(version)}, though {Name(_history.AnyOf(record))} was acknowledged or may be stored last");

    private string Name(int version) => version == 0 ? "the loaded content"
        : !_bits.IsPossible(version) ? FormattableString.Invariant($"version {version}, which no lane can have written")
        : FormattableString.Invariant($"write {_bits.CountOf(version)} of lane {_bits.LaneOf(version)}");

    /// <summary>Tests whether each watched record was an atomic register, by times that allow for the clocks' errors.</summary>
    private void TestWatched(IReadOnlyList<SharedLog> logs, WatchedRecords watched)
    {
        long horizon = logs.Min(log => log.WatchedUntil == long.MaxValue ? long.MaxValue
            : log.WatchedUntil - log.ClockErrorTicks);
        var operations = new List<WatchedOperation>?[watched.Records.Count];
        foreach (var log in logs)
        {
            foreach (var operation in SharedLogCodec.Operations(log.Watched))
            {
                (operations[operation.Number] ??= []).Add(operation with
                {
                    Start = operation.Start - log.ClockErrorTicks,
                    End = operation.End == LastWrite.Always ? LastWrite.Always : operation.End + log.ClockErrorTicks,
                });
                WatchedOperations++;
            }
        }

        string? first = null;
        for (int number = 0; number < operations.Length; number++)
        {
            if (operations[number] is { } all && AtomicityTest.Find(all, horizon) is { } why)
            {
                long record = watched.Records[number];
                NotAtomic++;
                first ??= FormattableString.Invariant(
                    $"record {_keys.SequenceOf(record)} of source {_keys.SourceOf(record)}: {why}");
            }
        }

        if (first is not null)
        {
            _findings.Add(FormattableString.Invariant(
                $"{NotAtomic} of {operations.Length} watched records did not behave as one register; the first is {first}"));
        }
    }

    /// <summary>A version that was seen after a newer one is wrong unless its write may have taken effect twice.</summary>
    private void JudgeReads(IReadOnlyList<SharedLog> logs)
    {
        var lasting = logs.SelectMany(log => SharedLogCodec.Writes(log.Writes)).Where(write => write.End == LastWrite.Always)
            .Select(write => (write.Record, write.Version)).ToHashSet();
        var wrong = logs.SelectMany(log => log.Doubtful).Where(read => !lasting.Contains((read.Record, read.Version))).ToList();
        if (wrong.Count > 0)
        {
            _findings.Add(FormattableString.Invariant(
                $"{wrong.Count} reads or more saw an older version after a newer one, the first: {wrong[0].Finding}"));
        }
    }
}
