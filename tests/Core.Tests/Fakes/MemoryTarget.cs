using System.Collections.Concurrent;
using DbIngest.Core.Audit;
using DbIngest.Core.Records;
using DbIngest.Core.Targets;

namespace DbIngest.Core.Tests.Fakes;

/// <summary>A target in memory that fails as it is told to.</summary>
internal sealed class MemoryTarget : ITarget
{
    private readonly Lock _rowsLock = new();
    private readonly List<Row> _rows = [];

    /// <summary>Called before each write with the batch and the attempt's number over all writers; may throw.</summary>
    public Action<RecordBatch, int>? BeforeWrite { get; set; }

    /// <summary>Called after each write is stored; may throw, and so lose the acknowledgement.</summary>
    public Action<RecordBatch, int>? AfterWrite { get; set; }

    public Action? OnPrepare { get; set; }

    public Action<int>? OnOpenWriter { get; set; }

    public Action? OnSettle { get; set; }

    public ConcurrentQueue<string> Calls { get; } = new();

    public int Attempts { get; private set; }

    public string AttachEndpoint => "memory";

    public IReadOnlyList<Row> Rows => _rows;

    public TargetDescription Describe() => new()
    {
        Database = "memory",
        Client = "driver",
        ServerVersion = "1",
        DriverVersion = "1",
        Durability = "none",
        DurabilityMeaning = "Nothing survives.",
        Endpoint = "memory",
        Placement = "in-process",
        Configuration = "default",
        Settings = new Dictionary<string, string>(),
    };

    public void Prepare(TrialTable table)
    {
        Calls.Enqueue("prepare");
        OnPrepare?.Invoke();
        _rows.Clear();
    }

    public void Attach(TrialTable table) => Calls.Enqueue("attach");

    public IBatchWriter OpenWriter(int source)
    {
        OnOpenWriter?.Invoke(source);
        return new Writer(this);
    }

    public void Settle(CancellationToken cancellation)
    {
        Calls.Enqueue("settle");
        OnSettle?.Invoke();
    }

    public DiskSpace MeasureSpace() => new(1000 + (_rows.Count * 40L), 0, 0);

    public void Audit(StoredContent audit, CancellationToken cancellation)
    {
        Calls.Enqueue("audit");
        using var partition = audit.OpenPartition();
        foreach (var row in _rows)
        {
            partition.Add(row.Source, row.Sequence, row.Timestamp, row.Quality, row.Values);
        }
    }

    public void Clean()
    {
        Calls.Enqueue("clean");
        _rows.Clear();
    }

    public IReadOnlyList<int> ServerProcesses() => [];

    public void Dispose() => Calls.Enqueue("dispose");

    internal sealed record Row(int Source, long Sequence, long Timestamp, uint Quality, double[] Values);

    private sealed class Writer(MemoryTarget target) : IBatchWriter
    {
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

                    target._rows.Add(new Row(
                        batch.Source, batch.FirstSequence + row, batch.Timestamps[row], batch.Qualities[row], values));
                }

                target.AfterWrite?.Invoke(batch, attempt);
            }
        }

        public BatchFate Recover(RecordBatch batch)
        {
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
