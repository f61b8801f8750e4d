using System.Collections.Concurrent;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Service.Tests;

/// <summary>A store in memory with a unique key, whose writes can be made to fail, wait or lie.</summary>
internal sealed class FakeStore : ITarget
{
    /// <summary>Content by key.</summary>
    public ConcurrentDictionary<(int Source, long Sequence), (long Timestamp, uint Quality, double[] Values)> Rows { get; } =
        new();

    /// <summary>Contents of requests by key.</summary>
    public ConcurrentDictionary<string, string> Ledger { get; } = new();

    /// <summary>Called before a batch is stored.</summary>
    public Action<RecordBatch> Before { get; set; } = static _ => { };

    /// <summary>Called after a batch was stored, before it is acknowledged.</summary>
    public Action<RecordBatch> After { get; set; } = static _ => { };

    /// <summary>Called before a read.</summary>
    public Action Reading { get; set; } = static () => { };

    /// <summary>True if writing overwrites, as with a key that decides.</summary>
    public bool Overwrites { get; init; }

    /// <summary>Awaited by each write, or waited for.</summary>
    public Func<Task> Awaits { get; init; } = static () => Task.CompletedTask;

    /// <summary>Calls that were made asynchronously.</summary>
    public int AsyncCalls;

    /// <summary>True if reads may lag behind acknowledgements.</summary>
    public bool Lags { get; init; }

    /// <summary>True if deletions tell whether they found a record.</summary>
    public bool TellsAbsence { get; init; }

    /// <summary>Writes that were begun.</summary>
    public int Writes { get; set; }

    /// <summary>The names of sources. Null, as by default, for a store that has none.</summary>
    public ISourceNames? SourceNames { get; init; }

    /// <summary>Sequence numbers of a source.</summary>
    public long Sequences { get; init; } = TrialTable.MostSequences;

    public string AttachEndpoint => "memory";

    public void Ensure(TrialTable table, CancellationToken cancellation = default)
    {
    }

    public IBatchWriter OpenWriter(int source, CancellationToken cancellation = default) => new Writer(this);

    public TargetDescription Describe(CancellationToken cancellation = default) => throw new NotSupportedException();

    public void Prepare(TrialTable table, CancellationToken cancellation = default) => throw new NotSupportedException();

    public void Attach(TrialTable table, CancellationToken cancellation = default) => throw new NotSupportedException();

    public void Settle(CancellationToken cancellation) => throw new NotSupportedException();

    public DiskSpace MeasureSpace(CancellationToken cancellation = default) => throw new NotSupportedException();

    public void Audit(StoredContent audit, CancellationToken cancellation) => throw new NotSupportedException();

    public void Clean(CancellationToken cancellation = default) => throw new NotSupportedException();

    public IReadOnlyList<int> ServerProcesses() => [];

    public void Dispose()
    {
    }

    private sealed class Writer(FakeStore store)
        : IBatchWriter, IRecordOperations, IInstantReads, IAsyncOperations, IRequestLedger
    {
        public bool ServesAnySource => true;

        public bool IsIdempotent => store.Overwrites;

        public bool MayLag => store.Lags;

        public void Write(RecordBatch batch)
        {
            store.Awaits().GetAwaiter().GetResult();
            Store(batch);
        }

        public async ValueTask WriteAsync(RecordBatch batch)
        {
            Interlocked.Increment(ref store.AsyncCalls);
            await store.Awaits();
            await Task.Yield();
            Store(batch);
        }

        public async ValueTask ReadAsync(int source, long first, int count, IRecordReceiver found)
        {
            Interlocked.Increment(ref store.AsyncCalls);
            await Task.Yield();
            Scan(source, first, count, found);
        }

        public async ValueTask FindAsync(int source, long timestamp, IRecordReceiver found)
        {
            Interlocked.Increment(ref store.AsyncCalls);
            await Task.Yield();
            Find(source, timestamp, found);
        }

        public void Find(int source, long timestamp, IRecordReceiver found)
        {
            store.Reading();
            foreach (var ((owner, sequence), row) in store.Rows)
            {
                if (owner == source && row.Timestamp == timestamp)
                {
                    found.Add(owner, sequence, row.Timestamp, row.Quality, row.Values);
                }
            }
        }

        public async ValueTask UpdateAsync(RecordBatch record)
        {
            Interlocked.Increment(ref store.AsyncCalls);
            await Task.Yield();
            Update(record);
        }

        public async ValueTask DeleteAsync(int source, long sequence)
        {
            Interlocked.Increment(ref store.AsyncCalls);
            await Task.Yield();
            Delete(source, sequence);
        }

        public bool Write(RecordBatch batch, LedgerRow request)
        {
            if (store.Ledger.ContainsKey(request.Key))
            {
                return false;
            }

            Store(batch, () => store.Ledger[request.Key] = request.Content);
            return true;
        }

        public string? ContentOf(LedgerRow request)
        {
            store.Reading();
            return store.Ledger.GetValueOrDefault(request.Key);
        }

        public int Forget(TimeSpan age, int most) => 0;

        private void Store(RecordBatch batch, Action? note = null)
        {
            store.Writes++;
            store.Before(batch);
            for (int row = 0; !store.Overwrites && row < batch.Count; row++)
            {
                if (store.Rows.ContainsKey((batch.Source, batch.FirstSequence + row)))
                {
                    throw new BatchWriteException("The key exists.", isTransient: false, isAmbiguous: false);
                }
            }

            for (int row = 0; row < batch.Count; row++)
            {
                store.Rows[(batch.Source, batch.FirstSequence + row)] =
                    (batch.Timestamps[row], batch.Qualities[row], Values(batch, row));
            }

            note?.Invoke();
            store.After(batch);
        }

        public BatchFate Recover(RecordBatch batch, bool inDoubt = true) =>
            throw new InvalidOperationException("A service must not recover: that may erase.");

        public void Read(int source, long sequence, IRecordReceiver found) => Scan(source, sequence, 1, found);

        public void Scan(int source, long first, int count, IRecordReceiver found)
        {
            store.Reading();
            for (long sequence = first; sequence < first + count; sequence++)
            {
                if (store.Rows.TryGetValue((source, sequence), out var row))
                {
                    found.Add(source, sequence, row.Timestamp, row.Quality, row.Values);
                }
            }
        }

        public void Update(RecordBatch record)
        {
            store.Before(record);
            store.Rows[(record.Source, record.FirstSequence)] = (record.Timestamps[0], record.Qualities[0], Values(record, 0));
            store.After(record);
        }

        public bool? LastDeleteFound { get; private set; }

        public void Delete(int source, long sequence)
        {
            bool isThere = store.Rows.TryRemove((source, sequence), out _);
            LastDeleteFound = store.TellsAbsence ? isThere : null;
        }

        public void Restore()
        {
        }

        public void Dispose()
        {
        }

        private static double[] Values(RecordBatch batch, int row) =>
            [.. Enumerable.Range(0, batch.Schema.ValueCount).Select(column => batch.Column(column)[row])];
    }
}
