using DbIngest.Core.Audit;
using DbIngest.Core.Targets;

namespace DbIngest.Targets.Tests.Conformance;

/// <summary>A target that commits one fault on one record of each of the first sources, and acknowledges as if nothing had happened.</summary>
/// <param name="inner">The target proper.</param>
/// <param name="faults">The fault of source 0, of source 1 and so on; sources beyond have none.</param>
internal sealed class SabotagingTarget(ITarget inner, IReadOnlyList<Fault> faults) : ITarget
{
    private int _committed;

    public int Committed => Volatile.Read(ref _committed);

    public string AttachEndpoint => inner.AttachEndpoint;

    public TargetDescription Describe() => inner.Describe();

    public void Prepare(TrialTable table) => inner.Prepare(table);

    public void Attach(TrialTable table) => inner.Attach(table);

    public IBatchWriter OpenWriter(int writerSource) =>
        writerSource < faults.Count
            ? new SabotagingWriter(inner.OpenWriter(writerSource), faults[writerSource], () => Interlocked.Increment(ref _committed))
            : inner.OpenWriter(writerSource);

    public void Settle(CancellationToken cancellation) => inner.Settle(cancellation);

    public DiskSpace MeasureSpace() => inner.MeasureSpace();

    public void Audit(StoredContent audit, CancellationToken cancellation) => inner.Audit(audit, cancellation);

    public void Clean() => inner.Clean();

    public IReadOnlyList<int> ServerProcesses() => inner.ServerProcesses();

    public void Dispose() => inner.Dispose();
}
