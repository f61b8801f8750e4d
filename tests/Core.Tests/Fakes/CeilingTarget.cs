using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Core.Tests.Fakes;

/// <summary>Takes everything and keeps nothing.</summary>
internal sealed class CeilingTarget : ITarget, IBatchWriter
{
    public string AttachEndpoint => "none";

    public TargetDescription Describe(CancellationToken cancellation = default) => throw new NotSupportedException();

    /// <summary>What it was last prepared for.</summary>
    public TrialTable? Table { get; private set; }

    public void Prepare(TrialTable table, CancellationToken cancellation = default) => Table = table;

    public void Attach(TrialTable table, CancellationToken cancellation = default)
    {
    }

    public IBatchWriter OpenWriter(int source, CancellationToken cancellation = default) => this;

    /// <summary>Fewest values of a record that one lane wrote. Several lanes may miss a smaller one.</summary>
    public int LeastValues { get; private set; } = int.MaxValue;

    public void Write(RecordBatch batch) => LeastValues = Math.Min(LeastValues, batch.Schema.ValueCount);

    public BatchFate Recover(RecordBatch batch, bool inDoubt = true) => BatchFate.Absent;

    public void Settle(CancellationToken cancellation)
    {
    }

    public DiskSpace MeasureSpace(CancellationToken cancellation = default) => new(0, 0, 0);

    public void Audit(StoredContent audit, CancellationToken cancellation)
    {
    }

    public void Clean(CancellationToken cancellation = default)
    {
    }

    public IReadOnlyList<int> ServerProcesses() => [];

    public void Dispose()
    {
    }
}
