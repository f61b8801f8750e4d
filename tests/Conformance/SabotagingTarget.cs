using DbIngest.Abstractions.Targets;

namespace DbIngest.Conformance;

/// <summary>
/// A target that commits one fault on one record of each of the first sources, and acknowledges as if nothing had happened.
/// </summary>
/// <param name="inner">The target proper.</param>
/// <param name="faults">The fault of source 0, of source 1 and so on; sources beyond have none.</param>
internal sealed class SabotagingTarget(ITarget inner, IReadOnlyList<Fault> faults) : ForwardingTarget(inner)
{
    private int _committed;

    public int Committed => Volatile.Read(ref _committed);

    public override IBatchWriter OpenWriter(int source, CancellationToken cancellation = default)
    {
        var writer = base.OpenWriter(source, cancellation);
        return source < faults.Count ? new SabotagingWriter(writer, faults[source], () => Interlocked.Increment(ref _committed))
            : writer;
    }
}
