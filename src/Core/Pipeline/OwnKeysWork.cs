using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Operations;
using DbIngest.Core.Sources;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// Executes the operations of a mix on records that this lane alone changes, so that it knows the one right answer to each read
/// and checks answers by hash. Two deviations are right too: an update that a lost attempt of an earlier one may have replaced
/// (<see cref="LastingUpdate"/>), and, if reads may lag, a record that is not shown yet. <see cref="LaneFactory"/> creates one
/// per lane if the mix has no shared keys. The audit replays as many operations as the work counts, so the work must not count
/// an operation that was drawn and not executed.
/// </summary>
internal sealed class OwnKeysWork : ISplitWork
{
    private readonly int _source;
    private readonly int _lane;
    private readonly OperationMix _mix;
    private readonly OperationStream _stream;
    private readonly OperationCounts _counts;
    private readonly RecordBatch _batch;
    private readonly RecordBatch _answer;
    private readonly double[] _values;
    private readonly OwnAnswer _found = new();
    private readonly LastingUpdates _lasting = new([]);
    private readonly InstantAnswer _atInstant = new();
    private MixCalls _calls = null!;

    // Null unless reads of the store may lag.
    private LaggingAnswer? _lagging;

    // A record as a lasting update left it. Null until the lane has such an update.
    private RecordBatch? _asLasting;

    // True if a lost attempt may replace a later update: nothing fences off or orders attempts.
    private bool _mayLast;
    private IRecordSource _records = null!;
    private Operation _operation;
    private int _expectedCount;
    private ulong _expectedChecksum;
    private long _operations;

    // True if the lane gave its last operation up.
    private bool _isLastInDoubt;

    // True if an attempt of the present operation was ambiguous.
    private bool _wasInDoubt;
    private ulong _changedChecksum;
    private long _wrongAnswers;
    private string? _firstWrongAnswer;

    /// <summary>Creates the work of one lane.</summary>
    /// <param name="request">What the operations derive from.</param>
    /// <param name="source">The source, from 0.</param>
    /// <param name="lane">The lane within its source, from 0.</param>
    /// <param name="batch">The batch that the lane reuses.</param>
    public OwnKeysWork(OperationRequest request, int source, int lane, RecordBatch batch)
    {
        _source = source;
        _lane = lane;
        _mix = request.Mix;
        _stream = new OperationStream(request, source, lane);
        _counts = new OperationCounts(request.Mix, request.Batch);
        _batch = batch;
        _answer = new RecordBatch(batch.Schema, OperationMix.LongestScan);
        _values = new double[batch.Schema.ValueCount];
    }

    private bool Inserts => _operation.Kind is OperationKind.InsertBatch or OperationKind.InsertOne;

    private bool Increments => _operation.Kind is OperationKind.ReadModifyWrite or OperationKind.PlainReadModifyWrite;

    /// <summary>
    /// Whether a lost attempt of the operation may replace a later update. A conditional update does so only if the record has
    /// the version again on which it was based, which takes another lost attempt.
    /// </summary>
    private bool ReplacesLater => _operation.Kind is OperationKind.Update or OperationKind.PlainReadModifyWrite
        || (_operation.Kind == OperationKind.ReadModifyWrite && _lasting.Of(_source, _operation.Sequence).Count > 0);

    private bool Reads => _operation.Kind is OperationKind.Read or OperationKind.Scan or OperationKind.Find;

    /// <inheritdoc/>
    public MixOutcome Mix => new()
    {
        Kinds = _counts.ToOutcomes(),
        Lanes = [new LaneProgress(_source, _lane, _operations, _isLastInDoubt)],
        Lasting = _lasting.All,
        WrongAnswers = _wrongAnswers,
        FirstWrongAnswer = _firstWrongAnswer,
    };

    /// <inheritdoc/>
    public void Open(IBatchWriter writer, IRecordSource records)
    {
        _records = records;
        _calls = MixCalls.Of(writer, _mix);
        _lagging = _calls.Reads.MayLag ? new LaggingAnswer() : null;

        // With write timestamps an earlier attempt has a smaller one, so that it never replaces a later update.
        _mayLast = !_calls.Reads.RestoreFences && ((writer as IComposedWriter)?.Records ?? writer) is not IWriteTimestamps;
    }

    /// <inheritdoc/>
    public void Fill(BatchTurn turn)
    {
        _operations++;
        if (_lasting.Count == LastingUpdates.Most)
        {
            throw new TargetException(FormattableString.Invariant(
                $"A lane has repeated {LastingUpdates.Most:N0} updates after a lost acknowledgement, which is all that it keeps in mind: shorten the trial by --duration or --operations."));
        }

        _operation = _stream.Next();
        if (_stream.IsAtBound)
        {
            throw new TargetException(_stream.BoundMessage(_source));
        }

        _wasInDoubt = false;
        if (Inserts)
        {
            _records.Fill(_batch, _operation.Sequence, _operation.Count);
        }
        else if (Reads)
        {
            Expect();
        }
        else if (_operation.Kind == OperationKind.Update)
        {
            _records.Fill(_answer, _operation.Sequence, 1);
            RecordVersion.Apply(_answer, 0, _operation.Version);
        }
        else if (Increments)
        {
            ExpectIncrement();
        }
    }

    /// <inheritdoc/>
    public bool Send()
    {
        switch (_operation.Kind)
        {
            case OperationKind.Read:
                _calls.Reads.Read(_source, _operation.Sequence, Receiver());
                break;
            case OperationKind.Scan:
                _calls.Reads.Scan(_source, _operation.Sequence, _operation.Count, Receiver());
                break;
            case OperationKind.Find:
                _atInstant.Find(_calls.Instants!, _answer, Receiver());
                break;
            case OperationKind.Update:
                _calls.Changes!.Update(_answer);
                break;
            case OperationKind.ReadModifyWrite or OperationKind.PlainReadModifyWrite:
                return Increment();
            case OperationKind.Delete:
                _calls.Changes!.Delete(_source, _operation.Sequence);
                break;
            default:
                _calls.Writer.Write(_batch);
                break;
        }

        return true;
    }

    /// <inheritdoc/>
    public ISplitOperations Split => _calls.Split!;

    /// <inheritdoc/>
    public void SendOnly()
    {
        switch (_operation.Kind)
        {
            case OperationKind.Read or OperationKind.Scan:
                _calls.Split!.SendRead(_source, _operation.Sequence, _operation.Count);
                break;
            case OperationKind.Update:
                _calls.Split!.SendUpdate(_answer);
                break;
            case OperationKind.Delete:
                _calls.Split!.SendDelete(_source, _operation.Sequence);
                break;
            default:
                _calls.Split!.SendBatch(_batch);
                break;
        }
    }

    /// <inheritdoc/>
    public void Receive() => _calls.Split!.Receive(Receiver());

    /// <inheritdoc/>
    public BatchFate Recover(bool isInDoubt, bool isLast)
    {
        if (Inserts)
        {
            return BatchWork.FateOf(_calls.Writer, _batch, isInDoubt, isLast);
        }

        // Repeating any of these operations is safe even if it took effect. An increment finds that out by its read.
        _wasInDoubt |= isInDoubt;
        _calls.Reads.Restore();
        return BatchFate.Absent;
    }

    /// <inheritdoc/>
    public void Acknowledged(in TurnTimes times)
    {
        bool? deleted = Deleted();
        int records = deleted == false ? 0 : Reads ? _lagging?.Count ?? _found.Count : _operation.Count;
        _counts.Acknowledged(_operation.Kind, records, times.Nanoseconds);
        if (Reads)
        {
            Check();
        }
        else if (deleted is bool found)
        {
            CheckDeletion(found);
        }
        else if (_mayLast && (_wasInDoubt || times.WasInDoubt) && ReplacesLater)
        {
            _lasting.Add(new LastingUpdate(_source, _operation.Sequence, _operation.Version));
        }
    }

    /// <inheritdoc/>
    public void Failed(bool isConflict) => _counts.Failed(_operation.Kind, isConflict);

    /// <summary>
    /// Always false. No other lane changes the records of this lane, so conflicts that do not end are a fault. The audit replays
    /// every operation and would compute wrong versions if the lane left one out.
    /// </summary>
    public bool TryLeaveOut() => false;

    /// <inheritdoc/>
    public void GiveUp(BatchTurn turn) => _isLastInDoubt = true;

    /// <summary>Takes back the count of an operation that was not executed.</summary>
    public void Skip(BatchTurn turn) => _operations--;

    /// <summary>
    /// Whether the turn was a deletion that found its record. Null if it was none, if the store does not say, or if any attempt
    /// was ambiguous: that attempt may have deleted the record.
    /// </summary>
    private bool? Deleted() =>
        _operation.Kind == OperationKind.Delete && !_wasInDoubt ? _calls.Changes!.LastDeleteFound : null;

    /// <summary>Returns the receiver for an attempt, cleared of what an earlier attempt answered.</summary>
    private IRecordReceiver Receiver()
    {
        _found.Again();
        if (_lagging is null)
        {
            return _found;
        }

        _lagging.Again();
        return _lagging;
    }

    /// <summary>Computes the right answer: each record of the range that is not deleted, in its last version.</summary>
    private void Expect()
    {
        _records.Fill(_answer, _operation.Sequence, _operation.Count);
        _expectedCount = 0;
        _expectedChecksum = 0;
        _found.Begin();
        _lagging?.Begin(_source, _operation.Sequence, _operation.Count);
        for (int row = 0; row < _answer.Count; row++)
        {
            int version = _stream.Keys.VersionOf(_stream.Index + row);
            if (version != LaneKeys.Deleted)
            {
                RecordVersion.Apply(_answer, row, version);
                ulong hash = RecordHash.OfRow(_answer, row, _values);
                _lagging?.Expect(row, hash);
                AllowLasting(_operation.Sequence + row, hash);
                _expectedChecksum += hash;
                _expectedCount++;
            }
        }
    }

    /// <summary>Computes what the read of an increment must answer, and what it then writes.</summary>
    private void ExpectIncrement()
    {
        _records.Fill(_answer, _operation.Sequence, 1);
        RecordVersion.Apply(_answer, 0, _operation.Version - 1);
        _expectedCount = 1;
        _expectedChecksum = RecordHash.OfRow(_answer, 0, _values);
        _found.Begin();
        AllowLasting(_operation.Sequence, _expectedChecksum);
        _records.Fill(_answer, _operation.Sequence, 1);
        RecordVersion.Apply(_answer, 0, _operation.Version);
        _changedChecksum = RecordHash.OfRow(_answer, 0, _values);
    }

    /// <summary>Lets the answer have a record as each of its lasting updates left it.</summary>
    /// <param name="sequence">The sequence number of the record.</param>
    /// <param name="current">Hash of its current content.</param>
    private void AllowLasting(long sequence, ulong current)
    {
        if (_lasting.Count == 0)
        {
            return;
        }

        foreach (int version in _lasting.Of(_source, sequence))
        {
            _asLasting ??= new RecordBatch(_answer.Schema, 1);
            _records.Fill(_asLasting, sequence, 1);
            RecordVersion.Apply(_asLasting, 0, version);
            _found.Allow(RecordHash.OfRow(_asLasting, 0, _values), current);
        }
    }

    /// <summary>Reads the record and writes its next version.</summary>
    /// <returns>False if another client has changed it meanwhile.</returns>
    private bool Increment()
    {
        _found.Again();
        _calls.Reads.Read(_source, _operation.Sequence, _found);
        if (_wasInDoubt && _found.Count == 1 && _found.Checksum == _changedChecksum)
        {
            return true;
        }

        if (_found.Count != 1 || _found.Checksum != _expectedChecksum)
        {
            Check();
            throw new BatchWriteException(FormattableString.Invariant(
                $"Record {_operation.Sequence} of source {_source} cannot be incremented: it is not as it was acknowledged."),
                isTransient: false, isAmbiguous: false);
        }

        if (_operation.Kind == OperationKind.ReadModifyWrite)
        {
            return _calls.Conditional!.UpdateIf(_answer, _found.Quality);
        }

        _calls.Changes!.Update(_answer);
        return true;
    }

    private void Check()
    {
        if (_lagging is not null)
        {
            _counts.Late(_operation.Kind, _lagging.Late);
        }

        if (_lagging?.IsWrong ?? (_found.Count != _expectedCount || _found.Checksum != _expectedChecksum))
        {
            int count = _lagging?.Count ?? _found.Count;
            Wrong(FormattableString.Invariant(
                $"answered {count} records instead of {_expectedCount}, or others than were acknowledged"));
        }
    }

    /// <summary>
    /// Checks what a deletion says that it found. A deletion that was not done is found here at the next one of the same record,
    /// which the audit could not tell from the first.
    /// </summary>
    private void CheckDeletion(bool found)
    {
        if (!found)
        {
            _counts.Absent();
        }

        if (found != _stream.DeletesStored)
        {
            Wrong(found
                ? "found a record whose deletion was acknowledged before"
                : "found no record, although it was acknowledged and not deleted before");
        }
    }

    private void Wrong(string answer)
    {
        _wrongAnswers++;
        _firstWrongAnswer ??= FormattableString.Invariant(
            $"source {_source}: a {_operation.Kind.ToString().ToLowerInvariant()} from sequence {_operation.Sequence} {answer}");
    }
}
