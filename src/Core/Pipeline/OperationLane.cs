using System.Diagnostics;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Latency;
using DbIngest.Core.Operations;
using DbIngest.Core.Sources;
using Polly;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// A lane whose turns are operations of a mix. It alone changes the records that it owns, so that it knows the one right answer
/// to each read and checks answers by hash. <see cref="LocalIngestRun"/> creates it if the point has a mix. Before the common
/// start, it inserts its share of the records.
/// </summary>
internal sealed class OperationLane : IngestLane
{
    private readonly OperationStream _stream;
    private readonly LatencyHistogram[] _latencies;
    private readonly long[] _records;
    private readonly long[] _errors;
    private readonly RecordBatch _answer;
    private readonly double[] _values;
    private readonly ReadTally _found = new();
    private IRecordOperations _single = null!;
    private Operation _operation;
    private int _expectedCount;
    private ulong _expectedChecksum;
    private long _operations;
    private bool _isLastInDoubt;

    public OperationLane(
        IngestRequest request,
        ITarget target,
        IWorkload workload,
        int source,
        int lane,
        SourceCursor cursor,
        ResiliencePipeline retries)
        : base(request, target, workload, source, cursor, retries)
    {
        Lane = lane;
        _stream = new OperationStream(request.ToOperations(), source, lane);
        _latencies = [.. Enum.GetValues<OperationKind>().Select(_ => new LatencyHistogram())];
        _records = new long[_latencies.Length];
        _errors = new long[_latencies.Length];
        _answer = new RecordBatch(workload.Schema, OperationMix.LongestScan);
        _values = new double[workload.Schema.ValueCount];
    }

    /// <summary>The number of the lane within its source, from 0.</summary>
    public int Lane { get; }

    /// <summary>Operations that it has completed.</summary>
    public LaneProgress Progress => new(Source, Lane, _operations, _isLastInDoubt);

    /// <summary>Reads and scans whose answer contradicts the acknowledged operations.</summary>
    public long WrongAnswers { get; private set; }

    /// <summary>Description of the first wrong answer.</summary>
    public string? FirstWrongAnswer { get; private set; }

    /// <summary>The operations of one kind.</summary>
    public OperationOutcome OutcomeOf(OperationKind kind) =>
        new(kind, _records[(int)kind], _errors[(int)kind], _latencies[(int)kind]);

    /// <inheritdoc/>
    public override void Open(CancellationToken abandonment)
    {
        base.Open(abandonment);
        _single = Writer as IRecordOperations
            ?? throw new TargetException("This write path has no single records; leave --mix out, or choose another client.");
        var keys = _stream.Keys;
        for (long index = 0; index < keys.Loaded; index += Batch.Count)
        {
            Records.Fill(Batch, keys.SequenceOf(index), Math.Min(Batch.Capacity, keys.RunLength(index)));
            Acknowledge(new BatchTurn(Batch.FirstSequence, Batch.Count, Due: 0), Stopwatch.GetTimestamp(), abandonment);
        }
    }

    /// <inheritdoc/>
    protected override void Fill(BatchTurn turn)
    {
        _operation = _stream.Next();
        _operations++;
        switch (_operation.Kind)
        {
            case OperationKind.InsertBatch or OperationKind.InsertOne:
                Records.Fill(Batch, _operation.Sequence, _operation.Count);
                break;
            case OperationKind.Update:
                Records.Fill(_answer, _operation.Sequence, 1);
                RecordVersion.Apply(_answer, 0, _operation.Version);
                break;
            case OperationKind.Read or OperationKind.Scan:
                Expect();
                break;
        }
    }

    /// <inheritdoc/>
    protected override void Send()
    {
        switch (_operation.Kind)
        {
            case OperationKind.Read:
                _found.Reset();
                _single.Read(Source, _operation.Sequence, _found);
                break;
            case OperationKind.Scan:
                _found.Reset();
                _single.Scan(Source, _operation.Sequence, _operation.Count, _found);
                break;
            case OperationKind.Update:
                _single.Update(_answer);
                break;
            case OperationKind.Delete:
                _single.Delete(Source, _operation.Sequence);
                break;
            default:
                base.Send();
                break;
        }
    }

    /// <inheritdoc/>
    protected override BatchFate Recover(bool isLast)
    {
        _errors[(int)_operation.Kind]++;
        if (_operation.Kind is OperationKind.InsertBatch or OperationKind.InsertOne)
        {
            return base.Recover(isLast);
        }

        // An operation may be repeated whether or not it took effect.
        _single.Restore();
        return BatchFate.Absent;
    }

    /// <summary>Takes back the count of an operation that was drawn but not executed.</summary>
    protected override void Skip(BatchTurn turn) => _operations--;

    /// <inheritdoc/>
    protected override void Fail(BatchTurn turn) => _isLastInDoubt = true;

    /// <inheritdoc/>
    protected override void Record(long nanoseconds)
    {
        base.Record(nanoseconds);
        _latencies[(int)_operation.Kind].Record(nanoseconds);
        if (_operation.Kind is OperationKind.Read or OperationKind.Scan)
        {
            _records[(int)_operation.Kind] += _found.Count;
            Check();
        }
        else
        {
            _records[(int)_operation.Kind] += _operation.Count;
        }
    }

    /// <summary>Computes the right answer: each record of the range that is not deleted, in its last version.</summary>
    private void Expect()
    {
        Records.Fill(_answer, _operation.Sequence, _operation.Count);
        _expectedCount = 0;
        _expectedChecksum = 0;
        for (int row = 0; row < _answer.Count; row++)
        {
            int version = _stream.Keys.VersionOf(_stream.Index + row);
            if (version != LaneKeys.Deleted)
            {
                RecordVersion.Apply(_answer, row, version);
                _expectedChecksum += RecordHash.OfRow(_answer, row, _values);
                _expectedCount++;
            }
        }
    }

    private void Check()
    {
        if (_found.Count != _expectedCount || _found.Checksum != _expectedChecksum)
        {
            WrongAnswers++;
            FirstWrongAnswer ??= FormattableString.Invariant(
                $"source {Source}: a {_operation.Kind.ToString().ToLowerInvariant()} from sequence {_operation.Sequence} answered {_found.Count} records instead of {_expectedCount}, or others than were acknowledged");
        }
    }
}
