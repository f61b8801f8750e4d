using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Operations;
using DbIngest.Core.Operations.Shared;
using DbIngest.Core.Sources;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// Executes the operations of a mix on records that all lanes share. It checks that each answer is of one version and contradicts
/// nothing that the lane knows, and keeps what the audit needs (<see cref="LaneHistory"/>). <see cref="LaneFactory"/> creates one
/// per lane if the mix has shared keys. It must count no operation that was never sent: the audit replays as many.
/// </summary>
internal sealed class SharedKeysWork : ISplitWork, IDisposable
{
    private readonly OperationRequest _request;
    private readonly int _source;
    private readonly int _lane;
    private readonly SharedStream _stream;
    private readonly VersionBits _bits;
    private readonly OperationCounts _counts;
    private readonly RecordBatch _batch;
    private readonly RecordBatch _loaded;
    private readonly RecordBatch _changed;
    private readonly InstantAnswer _atInstant = new();
    private readonly SharedAnswer _answer;
    private readonly AllRecordSources _records;
    private MixCalls _calls = null!;
    private IWriteTimestamps? _timestamps;
    private SharedOperation _operation;
    private long _record;
    private int _version;
    private int _seenCount = -1;
    private long _operations;
    private long _lastAcknowledged;
    private bool _mustRestore;
    private volatile bool _isWritingIncrement;
    private bool _wasInDoubt;
    private bool _isLastInDoubt;

    /// <summary>Creates the work of one lane.</summary>
    /// <param name="request">What the operations derive from.</param>
    /// <param name="workload">Supplies the records of all sources.</param>
    /// <param name="source">The source, from 0.</param>
    /// <param name="lane">The lane within its source, from 0.</param>
    public SharedKeysWork(OperationRequest request, IWorkload workload, int source, int lane)
    {
        _request = request;
        (_source, _lane) = (source, lane);
        _batch = new RecordBatch(workload.Schema, request.Batch);
        _stream = new SharedStream(request, source, lane);
        _counts = new OperationCounts(request.Mix, request.Batch);
        _bits = new VersionBits(request.Sources * request.Lanes);
        _loaded = new RecordBatch(workload.Schema, OperationMix.LongestScan);
        _changed = new RecordBatch(workload.Schema, 1);
        _answer = new SharedAnswer(_loaded);
        _records = new AllRecordSources(workload, request.Sources);
        History = new LaneHistory(
            _stream.Keys, new WatchedRecords(_stream.Keys, request.Seed), _bits, (source * request.Lanes) + lane,
            hasUpdates: request.Mix.UpdateShare > 0);
    }

    /// <summary>What the lane did and saw. Valid once the lane ended.</summary>
    public LaneHistory History { get; }

    /// <inheritdoc/>
    public MixOutcome Mix => new()
    {
        Kinds = _counts.ToOutcomes(),
        Lanes = [new LaneProgress(_source, _lane, _operations, _isLastInDoubt)],
        LastingOfShared = History.Writes.Repeated,
        WrongAnswers = History.WrongReads,
        FirstWrongAnswer = History.FirstWrongRead,
    };

    private bool Inserts => _operation.Kind is OperationKind.InsertBatch or OperationKind.InsertOne;

    private bool Increments => _operation.Kind is OperationKind.ReadModifyWrite or OperationKind.PlainReadModifyWrite;

    private bool CountsOnlyGrow => _calls.Reads.IsAtomic && !_request.Mix.MayLoseUpdates;

    /// <summary>Collects what the lanes of a process know.</summary>
    /// <param name="works">The works of its lanes, which have ended.</param>
    /// <param name="start">The common start.</param>
    /// <returns>The log. Null if the works share no records.</returns>
    public static SharedLog? LogOf(IReadOnlyList<ILaneWork> works, long start) => works is [SharedKeysWork first, ..]
        ? SharedLog.Of(
            [.. works.Cast<SharedKeysWork>().Select(work => work.History)], first._source, first._stream.Keys.Count, start,
            first._calls.Reads.IsAtomic, first._timestamps is not null)
        : null;

    /// <inheritdoc/>
    public void Open(IBatchWriter writer, IRecordSource records)
    {
        _calls = MixCalls.Of(writer, _request.Mix);
        _timestamps = ((writer as IComposedWriter)?.Records ?? writer) as IWriteTimestamps;
        _records.Open();
    }

    /// <inheritdoc/>
    public void Fill(BatchTurn turn)
    {
        _operations++;
        _operation = _stream.Next();
        _wasInDoubt = false;
        if (Inserts)
        {
            _records.Of(_source).Fill(_batch, _operation.Sequence, _operation.Count);
            return;
        }

        _record = _stream.Keys.IndexOf(_operation.Source, _operation.Sequence);
        _records.Of(_operation.Source).Fill(_loaded, _operation.Sequence, _operation.Count);
        if (_operation.Kind == OperationKind.Update)
        {
            _version = History.Writes.TryBegin(_record, out int version) ? version
                : throw new TargetException(_bits.BoundMessage(_operation.Source, _operation.Sequence));
            RecordVersion.Copy(_loaded, _changed, _version);
        }
        else if (Increments)
        {
            // Throws if the lane can keep no further record in mind. It may take long, which is no service time.
            History.Increments.Reserve(_record);
        }
    }

    /// <inheritdoc/>
    public bool Send()
    {
        BeginUse();
        bool isDone = true;
        switch (_operation.Kind)
        {
            case OperationKind.Read:
                Look(1);
                break;
            case OperationKind.Scan or OperationKind.Find:
                Look(_operation.Count);
                break;
            case OperationKind.Update:
                _calls.Changes!.Update(_changed);
                break;
            case OperationKind.ReadModifyWrite or OperationKind.PlainReadModifyWrite:
                isDone = Increment();
                break;
            default:
                _calls.Writer.Write(_batch);
                break;
        }

        _mustRestore = false;
        return isDone;
    }

    /// <inheritdoc/>
    public ISplitOperations Split => _calls.Split!;

    /// <inheritdoc/>
    public void SendOnly()
    {
        BeginUse();
        switch (_operation.Kind)
        {
            case OperationKind.Read or OperationKind.Scan:
                _answer.Begin(_operation.Source, _operation.Sequence, _operation.Count);
                _calls.Split!.SendRead(_operation.Source, _operation.Sequence, _operation.Count);
                break;
            case OperationKind.Update:
                _calls.Split!.SendUpdate(_changed);
                break;
            default:
                _calls.Split!.SendBatch(_batch);
                break;
        }
    }

    /// <inheritdoc/>
    public void Receive()
    {
        _calls.Split!.Receive(_answer);
        _mustRestore = false;
    }

    /// <inheritdoc/>
    public BatchFate Recover(bool isInDoubt, bool isLast)
    {
        if (Inserts)
        {
            var fate = BatchWork.FateOf(_calls.Writer, _batch, isInDoubt, isLast);
            _mustRestore = false;
            return fate;
        }

        _wasInDoubt |= isInDoubt;

        // A lost race leaves the writer as it was. Any operation may be repeated whether or not it took effect.
        Restore();
        return BatchFate.Absent;
    }

    /// <inheritdoc/>
    public void Acknowledged(in TurnTimes times)
    {
        _lastAcknowledged = times.Acknowledged;
        bool isRead = _operation.Kind is OperationKind.Read or OperationKind.Scan or OperationKind.Find;
        _counts.Acknowledged(_operation.Kind, isRead ? _answer.Found : _operation.Count, times.Nanoseconds);
        if (isRead)
        {
            Check(times);
        }
        else if (_operation.Kind == OperationKind.Update)
        {
            BookUpdate(times);
        }
        else if (Increments)
        {
            BookSeen();
            History.Increments.Acknowledge(_record, _version);
        }
    }

    /// <inheritdoc/>
    public void Failed(bool isConflict)
    {
        _counts.Failed(_operation.Kind, isConflict);
        BookSeen();
    }

    /// <summary>Leaves out any operation but an insertion. Its counts and history say so, and the audit allows for it.</summary>
    public bool TryLeaveOut()
    {
        if (Inserts)
        {
            return false;
        }

        if (_operation.Kind == OperationKind.Update && _wasInDoubt)
        {
            History.GiveUp(_record, _version, _lastAcknowledged);
        }

        _counts.LeftOut(_operation.Kind);
        return true;
    }

    /// <inheritdoc/>
    public void GiveUp(BatchTurn turn)
    {
        _isLastInDoubt = true;
        if (_operation.Kind == OperationKind.Update)
        {
            History.GiveUp(_record, _version, _lastAcknowledged);
        }
        else if (_isWritingIncrement)
        {
            History.Increments.Doubt(_record);
        }
    }

    /// <summary>Takes back the count of an operation that was not sent: the audit replays as many as are counted.</summary>
    public void Skip(BatchTurn turn) => _operations--;

    /// <inheritdoc/>
    public void Dispose() => _records.Dispose();

    /// <summary>
    /// Restores the writer if an operation was left out after an exception, which nothing repeats. After the next exception it
    /// must be restored again before it is used.
    /// </summary>
    private void BeginUse()
    {
        Restore();
        _mustRestore = true;
    }

    private void Restore()
    {
        if (_mustRestore)
        {
            _calls.Reads.Restore();
            _mustRestore = false;
        }
    }

    private void BookUpdate(in TurnTimes times)
    {
        bool isRepeated = times.WasInDoubt || _wasInDoubt;
        if (_timestamps is { LastWriteTimestamp: var timestamp })
        {
            // The largest write timestamp wins, whatever the times: an earlier attempt has a smaller timestamp.
            History.Write(_record, _version, times.Sent, timestamp, timestamp, isRepeated, isLasting: false);
        }
        else
        {
            History.Write(_record, _version, times.Sent, times.Attempted, times.Acknowledged, isRepeated,
                isLasting: isRepeated && !_calls.Reads.RestoreFences);
        }
    }

    private void Look(int count)
    {
        _answer.Begin(_operation.Source, _operation.Sequence, count);
        if (_operation.Kind == OperationKind.Find)
        {
            _atInstant.Find(_calls.Instants!, _loaded, _answer);
        }
        else if (count == 1)
        {
            _calls.Reads.Read(_operation.Source, _operation.Sequence, _answer);
        }
        else
        {
            _calls.Reads.Scan(_operation.Source, _operation.Sequence, count, _answer);
        }
    }

    /// <summary>Reads the record, adds one to its version and writes it.</summary>
    /// <returns>False if another lane has changed it meanwhile.</returns>
    private bool Increment()
    {
        _seenCount = -1;
        Look(1);
        if (_answer.IsWrong)
        {
            History.Wrong(_record, _answer.Words);
            throw new BatchWriteException(FormattableString.Invariant(
                $"Record {_operation.Sequence} of source {_operation.Source} cannot be incremented: the database does not return it as it was written."),
                isTransient: false, isAmbiguous: false);
        }

        int stored = _seenCount = _answer.Versions[0];
        if (stored >= LaneIncrements.Most)
        {
            throw new BatchWriteException(FormattableString.Invariant(
                $"Record {_operation.Sequence} of source {_operation.Source} has {stored} increments, which is all that a version can count: shorten the trial by --duration, or load more --records."),
                isTransient: false, isAmbiguous: false);
        }

        _version = stored + 1;
        RecordVersion.Copy(_loaded, _changed, _version);
        _isWritingIncrement = true;
        try
        {
            if (_operation.Kind == OperationKind.ReadModifyWrite)
            {
                return _calls.Conditional!.UpdateIf(_changed, RecordVersion.QualityOf(_loaded.Qualities[0], stored));
            }

            _calls.Changes!.Update(_changed);
            return true;
        }
        catch (Exception failure) when (failure is not BatchWriteException { IsAmbiguous: false })
        {
            // Each such attempt may have taken effect. Booked here, since a later doubt may concern the same attempt.
            History.Increments.Doubt(_record);
            throw;
        }
        finally
        {
            _isWritingIncrement = false;
        }
    }

    private void Check(in TurnTimes times)
    {
        if (_answer.IsWrong)
        {
            History.Wrong(_record, _answer.Words);
        }

        for (int row = 0; row < _operation.Count; row++)
        {
            if (_answer.Versions[row] < 0)
            {
                continue;
            }

            long record = _stream.Keys.IndexOf(_operation.Source, _operation.Sequence + row);
            if (_request.Mix.Increments)
            {
                History.ReadCount(record, _answer.Versions[row], CountsOnlyGrow);
            }
            else
            {
                History.Read(record, _answer.Versions[row], times.Attempted, times.Acknowledged, _calls.Reads.SeesOwnChanges,
                    _calls.Reads.IsAtomic);
            }
        }
    }

    /// <summary>Books the count that the read within an increment answered, outside of the service time.</summary>
    private void BookSeen()
    {
        if (_seenCount >= 0)
        {
            History.ReadCount(_record, _seenCount, CountsOnlyGrow);
            _seenCount = -1;
        }
    }
}
