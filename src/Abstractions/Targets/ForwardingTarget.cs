using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Resources;

namespace DbIngest.Abstractions.Targets;

/// <summary>A target that hands every verb on to another, for those that change one or two of them: guards, faults of tests, services.</summary>
/// <param name="inner">The target; this one's from now on, which disposes it.</param>
public abstract class ForwardingTarget(ITarget inner) : ITarget
{
    /// <inheritdoc/>
    public virtual string AttachEndpoint => inner.AttachEndpoint;

    /// <summary>The target that takes the verbs.</summary>
    protected ITarget Inner => inner;

    /// <inheritdoc/>
    public virtual TargetDescription Describe(CancellationToken cancellation = default) => inner.Describe(cancellation);

    /// <inheritdoc/>
    public virtual void Prepare(TrialTable table, CancellationToken cancellation = default) => inner.Prepare(table, cancellation);

    /// <inheritdoc/>
    public virtual void Attach(TrialTable table, CancellationToken cancellation = default) => inner.Attach(table, cancellation);

    /// <inheritdoc/>
    public virtual IBatchWriter OpenWriter(int source, CancellationToken cancellation = default) => inner.OpenWriter(source, cancellation);

    /// <inheritdoc/>
    public virtual void Settle(CancellationToken cancellation) => inner.Settle(cancellation);

    /// <inheritdoc/>
    public virtual DiskSpace MeasureSpace(CancellationToken cancellation = default) => inner.MeasureSpace(cancellation);

    /// <inheritdoc/>
    public virtual bool AuditsShares => inner.AuditsShares;

    /// <inheritdoc/>
    public virtual void Audit(StoredContent audit, CancellationToken cancellation) => inner.Audit(audit, cancellation);

    /// <inheritdoc/>
    public virtual void Clean(CancellationToken cancellation = default) => inner.Clean(cancellation);

    /// <inheritdoc/>
    public virtual IReadOnlyList<int> ServerProcesses() => inner.ServerProcesses();

    /// <inheritdoc/>
    public virtual long? ServerMemoryBytes => inner.ServerMemoryBytes;

    /// <inheritdoc/>
    public virtual IReadOnlyList<IResourceReader> OpenReaders() => inner.OpenReaders();

    /// <inheritdoc/>
    public void Dispose()
    {
        Dispose(disposing: true);
        GC.SuppressFinalize(this);
    }

    /// <summary>Ends the target behind this one.</summary>
    /// <param name="disposing">Always true: there is nothing to finalise.</param>
    protected virtual void Dispose(bool disposing) => inner.Dispose();
}
