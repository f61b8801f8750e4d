using System.Diagnostics;
using DbIngest.Abstractions.Records;
using DbIngest.Core.Operations;
using DbIngest.Core.Operations.Shared;
using DbIngest.Core.Results;
using DbIngest.Core.Tests.Fakes;
using DbIngest.Core.Trials;

namespace DbIngest.Core.Tests.Operations.Shared;

/// <summary>
/// Lanes on threads of their own that update and read shared records of a store in memory, which does wrong what it is told to.
/// </summary>
internal sealed class SharedRun
{
    private readonly OperationRequest _request;
    private readonly CountingWorkload _workload = new();
    private readonly SharedKeys _keys;
    private readonly Row[] _rows;
    private readonly Lock[] _locks = [.. Enumerable.Range(0, 256).Select(_ => new Lock())];
    private readonly List<Write>[] _writes;
    private readonly Queue<(long Record, Row Row)> _ghosts = new();
    private int _drops;

    public SharedRun(string mix, ulong seed, int sources = 4, int lanes = 8, long loaded = 25_000)
    {
        _request = new OperationRequest(OperationMix.TryParse(mix, out var parsed) ? parsed : throw new ArgumentException(mix),
            seed, lanes, Batch: 1, loaded)
        { Sources = sources };
        _keys = new SharedKeys(_request);
        _rows = new Row[_keys.Count];
        _writes = [.. Enumerable.Range(0, sources * lanes).Select(_ => new List<Write>())];
        for (int source = 0; source < sources; source++)
        {
            using var records = _workload.Open(source);
            var batch = new RecordBatch(_workload.Schema, 1);
            for (long sequence = 0; sequence < loaded; sequence++)
            {
                records.Fill(batch, sequence, 1);
                _rows[_keys.IndexOf(source, sequence)] = new Row(batch);
            }
        }
    }

    public int OperationsPerLane { get; init; } = 4000;

    /// <summary>One of so many updates loses its acknowledgement, done or not, and is tried again. 0 for none.</summary>
    public int RetryOneOf { get; init; }

    /// <summary>False if the first attempt of such an update may still take effect much later.</summary>
    public bool Fences { get; init; } = true;

    /// <summary>One of so many updates is acknowledged and not done. 0 for none.</summary>
    public int DropOneOf { get; init; }

    /// <summary>Most updates that are dropped.</summary>
    public int MostDrops { get; init; } = int.MaxValue;

    /// <summary>Says what a read answers: the stored row, or another one.</summary>
    public Func<Answer, Row>? Answers { get; set; }

    /// <summary>All writes that were acknowledged.</summary>
    public IReadOnlyList<Write> Writes => [.. _writes.SelectMany(writes => writes)];

    public SharedKeys Keys => _keys;

    public Row[] Rows => _rows;

    public long WrongReads { get; private set; }

    public string? FirstWrongRead { get; private set; }

    public SharedVerdict Verdict { get; private set; } = null!;

    /// <summary>Runs all lanes to their end.</summary>
    public SharedRun Run()
    {
        var bits = new VersionBits(_request.Sources * _request.Lanes);
        var watched = new WatchedRecords(_keys, _request.Seed);
        LaneHistory[] lanes = [.. Enumerable.Range(0, bits.Lanes).Select(lane => new LaneHistory(_keys, watched, bits, lane))];
        long start = Stopwatch.GetTimestamp();
        using var barrier = new Barrier(bits.Lanes);
        Thread[] threads = [.. lanes.Select((history, lane) => new Thread(() =>
        {
            barrier.SignalAndWait();
            Run(history, lane);
        }))];
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
        while (_ghosts.TryDequeue(out var ghost))
        {
            _rows[ghost.Record] = ghost.Row;
        }

        WrongReads = lanes.Sum(lane => lane.WrongReads);
        FirstWrongRead = lanes.Select(lane => lane.FirstWrongRead).FirstOrDefault(text => text is not null);

        // The lanes of two processes.
        SharedLog[] logs =
        [
            SharedLog.Of(lanes[..20], 0, _keys.Count, start, isAtomic: true),
            SharedLog.Of(lanes[20..], 2, _keys.Count, start, isAtomic: true),
        ];
        Verdict = SharedVerdict.Of(_request, logs, isAtomic: true);
        return this;
    }

    /// <summary>Audits what is stored.</summary>
    public AuditResult Audit()
    {
        int each = _request.Lanes;
        var sources = Enumerable.Range(0, _request.Sources).Select(source => SharedReplay.Of(_workload, _request, source,
            [.. Enumerable.Range(0, each).Select(lane => new LaneProgress(source, lane, OperationsPerLane, false))],
            CancellationToken.None)).ToList();
        var content = new SharedContentCheck(_workload, _keys, [.. sources.Select(source => source.Extent)], Verdict.Judge);
        using (var partition = content.OpenPartition())
        {
            for (long record = 0; record < _rows.Length; record++)
            {
                var row = _rows[record];
                partition.Add(
                    _keys.SourceOf(record), _keys.SequenceOf(record), row.Timestamp, row.Quality, [row.First, row.Second]);
            }
        }

        content.Conclude();
        return Auditor.Compare(content, [.. sources.Select(source => source.Checksum)], 0);
    }

    private void Run(LaneHistory history, int lane)
    {
        var stream = new SharedStream(_request, lane / _request.Lanes, lane % _request.Lanes);
        var sources = Enumerable.Range(0, _request.Sources).Select(_workload.Open).ToList();
        var random = new SplitMix64(_request.Seed + (ulong)lane);
        var batch = new RecordBatch(_workload.Schema, 1);
        for (int i = 0; i < OperationsPerLane; i++)
        {
            var operation = stream.Next();
            long record = _keys.IndexOf(operation.Source, operation.Sequence);
            sources[operation.Source].Fill(batch, operation.Sequence, 1);
            if (operation.Kind == OperationKind.Update)
            {
                Update(history, record, batch, ref random, lane);
            }
            else
            {
                Read(history, record, batch, lane);
            }
        }
    }

    private void Update(LaneHistory history, long record, RecordBatch batch, ref SplitMix64 random, int lane)
    {
        history.Writes.TryBegin(record, out int version).ShouldBeTrue();
        RecordVersion.Apply(batch, 0, version);
        var row = new Row(batch);
        long begin = Stopwatch.GetTimestamp();
        long start = begin;
        bool isRetried = RetryOneOf > 0 && random.NextBelow(RetryOneOf) == 0;
        if (isRetried)
        {
            if (random.NextBelow(2) == 0)
            {
                Store(record, row);
            }
            else if (!Fences)
            {
                lock (_ghosts)
                {
                    _ghosts.Enqueue((record, row));
                }
            }

            Thread.Yield();
            start = Stopwatch.GetTimestamp();
        }

        bool isDropped = DropOneOf > 0 && random.NextBelow(DropOneOf) == 0 && Interlocked.Increment(ref _drops) <= MostDrops;
        Thread.SpinWait(random.NextBelow(50));
        if (!isDropped)
        {
            Store(record, row);
        }

        Thread.SpinWait(random.NextBelow(50));
        long end = Stopwatch.GetTimestamp();
        history.Write(record, version, begin, start, end, isRetried, isRetried && !Fences);
        _writes[lane].Add(new Write(record, version, start, end, isDropped));
        (long Record, Row Row) ghost;
        lock (_ghosts)
        {
            if (_ghosts.Count < 200 || !_ghosts.TryDequeue(out ghost))
            {
                return;
            }
        }

        Store(ghost.Record, ghost.Row);
    }

    private void Read(LaneHistory history, long record, RecordBatch original, int lane)
    {
        long begin = Stopwatch.GetTimestamp();
        Row row;
        lock (_locks[record % _locks.Length])
        {
            row = _rows[record];
        }

        row = Answers?.Invoke(new Answer(record, lane, begin, row)) ?? row;
        long end = Stopwatch.GetTimestamp();
        if (RecordVersion.Matches(original, 0, row.Timestamp, row.Quality, [row.First, row.Second], out int version))
        {
            history.Read(record, version, begin, end, seesOwn: true, isAtomic: true);
        }
        else
        {
            history.Wrong(record, "has content of no version");
        }
    }

    private void Store(long record, Row row)
    {
        lock (_locks[record % _locks.Length])
        {
            _rows[record] = row;
        }
    }

    internal readonly record struct Write(long Record, int Version, long Start, long End, bool IsDropped);

    internal readonly record struct Answer(long Record, int Lane, long Begin, Row Row);

    internal readonly record struct Row(long Timestamp, uint Quality, double First, double Second)
    {
        public Row(RecordBatch batch)
            : this(batch.Timestamps[0], batch.Qualities[0], batch.Column(0)[0], batch.Column(1)[0])
        {
        }
    }
}
