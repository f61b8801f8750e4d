using System.Diagnostics;
using DbIngest.Core.Measurement;
using DbIngest.Core.Records;
using DbIngest.Core.Sources;
using DbIngest.Core.Targets;
using Polly;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// One thread with one writer and one pooled batch: fills the batch, has it acknowledged, and begins again. This is the
/// timed path: it allocates nothing per record and shares nothing with other sources.
/// </summary>
internal sealed class IngestLane : IDisposable
{
    private readonly IngestRequest _request;
    private readonly SourceCursor _cursor;
    private readonly ResiliencePipeline _retries;
    private readonly RecordBatch _batch;
    private IRecordSource? _records;
    private IBatchWriter? _writer;
    private CancellationToken _cancellation;
    private long _acknowledged;
    private int _attempt;

    public IngestLane(IngestRequest request, int source, SourceCursor cursor, ResiliencePipeline retries)
    {
        _request = request;
        Source = source;
        _cursor = cursor;
        _retries = retries;
        _batch = new RecordBatch(request.Workload.Schema, (int)Math.Min(request.Batch, request.RecordsPerSource));
    }

    public int Source { get; }

    public LatencyHistogram Latency { get; } = new();

    public long AcknowledgedRecords => Volatile.Read(ref _acknowledged);

    public long RetriedRecords { get; private set; }

    public long FailedRecords { get; private set; }

    public long Retries { get; private set; }

    public long ResolvedBatches { get; private set; }

    public long GeneratingTicks { get; private set; }

    public long WritingTicks { get; private set; }

    public long StartedTimestamp { get; private set; }

    public long FinishedTimestamp { get; private set; }

    /// <summary>Opens source and writer. Outside the timed region.</summary>
    public void Open()
    {
        _records = _request.Workload.Open(Source);
        _writer = _request.Target.OpenWriter(Source);
    }

    /// <summary>Writes until the source is exhausted.</summary>
    /// <exception cref="BatchWriteException">A batch was given up: the ingestion cannot become complete any more.</exception>
    public void Ingest(CancellationToken cancellation)
    {
        _cancellation = cancellation;
        long now = StartedTimestamp = FinishedTimestamp = Stopwatch.GetTimestamp();
        while (!cancellation.IsCancellationRequested && _cursor.TryTake(out long first, out int count))
        {
            _records!.Fill(_batch, first, count);
            long filled = Stopwatch.GetTimestamp();
            GeneratingTicks += filled - now;

            Acknowledge(first, count);
            now = FinishedTimestamp = Stopwatch.GetTimestamp();
            WritingTicks += now - filled;
            Latency.Record(Nanoseconds(now - filled));
            if (_attempt > 1)
            {
                RetriedRecords += count;
            }

            Volatile.Write(ref _acknowledged, _acknowledged + count);
        }
    }

    public void Dispose()
    {
        _writer?.Dispose();
        _records?.Dispose();
    }

    private static long Nanoseconds(long ticks) =>
        Stopwatch.Frequency == 1_000_000_000 ? ticks : (long)(ticks * (1e9 / Stopwatch.Frequency));

    /// <summary>Returns when the batch is acknowledged; else books it as failed and throws. No batch is left in doubt.</summary>
    private void Acknowledge(long first, int count)
    {
        _attempt = 0;
        try
        {
            _retries.Execute(static lane => lane.Attempt(), this);
        }
        catch (Exception exception)
        {
            // The last word on a batch that is given up: it may have arrived all the same.
            if (exception is BatchWriteException && IsStored())
            {
                _attempt++;
                return;
            }

            FailedRecords += count;
            _cursor.Fail(first, count);
            throw;
        }
    }

    private void Attempt()
    {
        if (_attempt++ > 0)
        {
            _cancellation.ThrowIfCancellationRequested();
            Retries++;
            if (Recover() == BatchFate.Stored)
            {
                return;
            }
        }

        _writer!.Write(_batch);
    }

    private BatchFate Recover()
    {
        var fate = _writer!.Recover(_batch);
        ResolvedBatches += fate == BatchFate.Stored ? 1 : 0;
        return fate;
    }

    private bool IsStored()
    {
        try
        {
            return Recover() == BatchFate.Stored;
        }
        catch (BatchWriteException)
        {
            return false;
        }
    }
}
