using System.Collections.Concurrent;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Operations;

namespace DbIngest.Core.Tests.Fakes;

/// <summary>A target in memory that fails as it is told to.</summary>
internal sealed class MemoryTarget : ITarget
{
    private readonly Lock _rowsLock = new();
    private readonly List<Row> _rows = [];
    private readonly Dictionary<(int, long), Row> _before = [];

    /// <summary>Called before each write with the batch and the attempt's number over all writers; may throw.</summary>
    public Action<RecordBatch, int>? BeforeWrite { get; set; }

    /// <summary>Called after each write is stored; may throw, and so lose the acknowledgement.</summary>
    public Action<RecordBatch, int>? AfterWrite { get; set; }

    /// <summary>Called before each operation on single records, with the attempt's number over all writers; may throw.</summary>
    public Action<OperationKind, int>? BeforeOperation { get; set; }

    /// <summary>Called after each, which is then done; may throw, and so lose the acknowledgement.</summary>
    public Action<OperationKind, int>? AfterOperation { get; set; }

    /// <summary>What becomes of each, by its number over all writers: a sabotage.</summary>
    public Func<OperationKind, int, Sabotage> Sabotages { get; set; } = static (_, _) => Sabotage.None;

    public Action? OnPrepare { get; set; }

    public Action<int>? OnOpenWriter { get; set; }

    public Action? OnSettle { get; set; }

    public Action? OnAudit { get; set; }

    /// <summary>What stands before each writer that is opened.</summary>
    public Func<IBatchWriter, IBatchWriter> Wraps { get; set; } = static writer => writer;

    public ConcurrentQueue<string> Calls { get; } = new();

    public int Attempts { get; private set; }

    /// <summary>Whether its writers are idempotent.</summary>
    public bool IsIdempotent { get; set; }

    /// <summary>What its writers promise of lost attempts.</summary>
    public bool RestoreFences { get; set; } = true;

    /// <summary>For each recovery, whether the batch was in doubt.</summary>
    public ConcurrentQueue<bool> Recoveries { get; } = new();

    /// <summary>What it says of records that are sent twice.</summary>
    public Repeats? Repeats { get; set; }

    /// <summary>True if it stores every row, whatever it says of records that are sent twice.</summary>
    public bool KeepsAll { get; set; }

    public string AttachEndpoint => "memory";

    public IReadOnlyList<Row> Rows => _rows;

    /// <summary>Loses the last rows, as a server may when it is killed.</summary>
    public void Forget(int rows) => _rows.RemoveRange(_rows.Count - rows, rows);

    /// <summary>Loses the second row of one record of a source.</summary>
    public void RemoveSecondOf(int source) => _rows.RemoveAt(_rows.FindIndex(row => row.Source == source && Copies(row) == 2));

    /// <summary>Stores a record once more of which it then has a number of rows.</summary>
    public void Repeat(int rows) => _rows.Add(_rows.First(row => Copies(row) == rows - 1));

    /// <summary>Alters the last row of a record that it has twice.</summary>
    public void AlterSecond() => Alter(_rows.FindLastIndex(row => Copies(row) == 2));

    /// <summary>Alters a row.</summary>
    public void Alter(int index)
    {
        _rows[index] = _rows[index] with { Quality = _rows[index].Quality ^ 1 };
    }

    private int Copies(Row row) => _rows.Count(other => (other.Source, other.Sequence) == (row.Source, row.Sequence));

    public TargetDescription Describe(CancellationToken cancellation = default) => new()
    {
        Repeats = Repeats,
        Database = "memory",
        Client = "driver",
        ServerVersion = "1",
        DriverVersion = "1",
        Durability = "none",
        DurabilityMeaning = "Nothing survives.",
        Endpoint = "memory",
        Placement = Placement,
        Configuration = "default",
        Settings = new Dictionary<string, string>(),
    };

    public void Prepare(TrialTable table, CancellationToken cancellation = default)
    {
        Calls.Enqueue("prepare");
        OnPrepare?.Invoke();
        _rows.Clear();
    }

    public void Attach(TrialTable table, CancellationToken cancellation = default) => Calls.Enqueue("attach");

    public IBatchWriter OpenWriter(int source, CancellationToken cancellation = default)
    {
        OnOpenWriter?.Invoke(source);
        return Wraps(new Writer(this));
    }

    public void Settle(CancellationToken cancellation)
    {
        Calls.Enqueue("settle");
        OnSettle?.Invoke();
    }

    public DiskSpace MeasureSpace(CancellationToken cancellation = default) => new(1000 + (_rows.Count * 40L), 0, 0);

    public void Audit(StoredContent audit, CancellationToken cancellation)
    {
        Calls.Enqueue("audit");
        OnAudit?.Invoke();
        using var partition = audit.OpenPartition();
        foreach (var row in _rows)
        {
            partition.Add(row.Source, row.Sequence, row.Timestamp, row.Quality, row.Values);
        }
    }

    public void Clean(CancellationToken cancellation = default)
    {
        Calls.Enqueue("clean");
        _rows.Clear();
    }

    /// <summary>Where it says that it runs.</summary>
    public string Placement { get; set; } = "in-process";

    /// <summary>The processes of its server.</summary>
    public IReadOnlyList<int> Processes { get; set; } = [];

    /// <summary>Whether it has another server, of which no process tells.</summary>
    public bool HasHiddenServer { get; set; }

    public IReadOnlyList<int> ServerProcesses() => Processes;

    public bool HidesServer(CancellationToken cancellation) => HasHiddenServer;

    public void Dispose() => Calls.Enqueue("dispose");

    /// <summary>What a database may do wrong.</summary>
    internal enum Sabotage
    {
        None,

        /// <summary>Says that it is done, and does nothing.</summary>
        Ignore,

        /// <summary>Does it to the record after the one that was named.</summary>
        OtherKey,

        /// <summary>Answers as of before the last change.</summary>
        Stale,
    }

    internal sealed record Row(int Source, long Sequence, long Timestamp, uint Quality, double[] Values);

    private sealed class Writer(MemoryTarget target) : IBatchWriter, IConditionalUpdates, IInstantReads
    {
        public void Read(int source, long sequence, IRecordReceiver found) =>
            Operate(OperationKind.Read, source, sequence, (_, isStale) => Answer(source, sequence, 1, isStale, found));

        public void Scan(int source, long first, int count, IRecordReceiver found) =>
            Operate(OperationKind.Scan, source, first, (_, isStale) => Answer(source, first, count, isStale, found));

        public void Find(int source, long timestamp, IRecordReceiver found)
        {
            foreach (var row in target._rows.Where(r => r.Source == source && r.Timestamp == timestamp).ToList())
            {
                Operate(OperationKind.Find, source, row.Sequence,
                    (index, isStale) => Answer(source, target._rows[index].Sequence, 1, isStale, found));
            }
        }

        public void Update(RecordBatch record) =>
            Operate(OperationKind.Update, record.Source, record.FirstSequence, (index, _) =>
            {
                if (index < 0)
                {
                    return;
                }

                var row = target._rows[index];
                target._before[(row.Source, row.Sequence)] = row;
                target._rows[index] = row with
                {
                    Quality = record.Qualities[0],
                    Values = [.. Enumerable.Range(0, record.Schema.ValueCount).Select(c => record.Column(c)[0])],
                };
            });

        public bool UpdateIf(RecordBatch record, uint quality)
        {
            bool isDone = false;
            Operate(OperationKind.ReadModifyWrite, record.Source, record.FirstSequence, (index, _) =>
            {
                isDone = index >= 0 && target._rows[index].Quality == quality;
                if (isDone)
                {
                    target._before[(record.Source, record.FirstSequence)] = target._rows[index];
                    target._rows[index] = target._rows[index] with
                    {
                        Quality = record.Qualities[0],
                        Values = [.. Enumerable.Range(0, record.Schema.ValueCount).Select(c => record.Column(c)[0])],
                    };
                }
            });
            return isDone;
        }

        public bool RestoreFences => target.RestoreFences;

        public void Delete(int source, long sequence)
        {
            LastDeleteFound = true;
            Operate(OperationKind.Delete, source, sequence, (index, _) =>
            {
                LastDeleteFound = index >= 0;
                if (index >= 0)
                {
                    target._rows.RemoveAt(index);
                }
            });
        }

        public bool? LastDeleteFound { get; private set; }

        public void Restore() => target.Calls.Enqueue("restore");

        private void Operate(OperationKind kind, int source, long sequence, Action<int, bool> operation)
        {
            lock (target._rowsLock)
            {
                int attempt = ++target.Attempts;
                target.BeforeOperation?.Invoke(kind, attempt);
                var sabotage = target.Sabotages(kind, attempt);
                long named = sequence + (sabotage == Sabotage.OtherKey ? 1 : 0);
                if (sabotage != Sabotage.Ignore)
                {
                    operation(target._rows.FindIndex(r => r.Source == source && r.Sequence == named), sabotage == Sabotage.Stale);
                }

                target.AfterOperation?.Invoke(kind, attempt);
            }
        }

        private void Answer(int source, long first, int count, bool isStale, IRecordReceiver found)
        {
            foreach (var row in target._rows.Where(r => r.Source == source && r.Sequence >= first && r.Sequence < first + count))
            {
                var seen = isStale ? target._before.GetValueOrDefault((row.Source, row.Sequence), row) : row;
                found.Add(seen.Source, seen.Sequence, seen.Timestamp, seen.Quality, seen.Values);
            }
        }

        public void Write(RecordBatch batch)
        {
            lock (target._rowsLock)
            {
                int attempt = ++target.Attempts;
                target.BeforeWrite?.Invoke(batch, attempt);
                for (int row = 0; row < batch.Count; row++)
                {
                    double[] values = new double[batch.Schema.ValueCount];
                    for (int column = 0; column < values.Length; column++)
                    {
                        values[column] = batch.Column(column)[row];
                    }

                    if (target is { Repeats: Abstractions.Targets.Repeats.KeepsOne, KeepsAll: false }
                        && target._rows.Exists(r => (r.Source, r.Sequence) == (batch.Source, batch.FirstSequence + row)))
                    {
                        continue;
                    }

                    target._rows.Add(new Row(
                        batch.Source, batch.FirstSequence + row, batch.Timestamps[row], batch.Qualities[row], values));
                }

                target.AfterWrite?.Invoke(batch, attempt);
            }
        }

        public bool IsIdempotent => target.IsIdempotent;

        public BatchFate Recover(RecordBatch batch, bool inDoubt = true)
        {
            target.Recoveries.Enqueue(inDoubt);
            if (!inDoubt)
            {
                return BatchFate.Absent;
            }

            lock (target._rowsLock)
            {
                return target._rows.Exists(r => r.Source == batch.Source && r.Sequence == batch.FirstSequence)
                    ? BatchFate.Stored
                    : BatchFate.Absent;
            }
        }

        public void Dispose()
        {
        }
    }
}
