using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Resources;

namespace DbIngest.Abstractions.Targets;

/// <summary>
/// A target that forwards every call to another target. Decorators derive from it and override some calls:
/// <c>InterruptibleTarget</c> against hanging drivers, <c>ContainerTarget</c> around a server, <c>WatchedTarget</c> for the nodes
/// of a deployment, <c>ServiceClientTarget</c> before a database, fault injection in tests. It adds no behaviour. Every new
/// member of <see cref="ITarget"/> must be forwarded here, or decorators answer with its default.
/// </summary>
/// <param name="inner">The target that receives the calls. This object owns it and disposes it.</param>
public abstract class ForwardingTarget(ITarget inner) : ITarget
{
    /// <inheritdoc/>
    public virtual string AttachEndpoint => inner.AttachEndpoint;

    /// <summary>The target that receives the calls.</summary>
    protected ITarget Inner => inner;

    /// <inheritdoc/>
    public virtual TargetDescription Describe(CancellationToken cancellation = default) => inner.Describe(cancellation);

    /// <inheritdoc/>
    public virtual void Prepare(TrialTable table, CancellationToken cancellation = default) => inner.Prepare(table, cancellation);

    /// <inheritdoc/>
    public virtual void Attach(TrialTable table, CancellationToken cancellation = default) => inner.Attach(table, cancellation);

    /// <inheritdoc/>
    public virtual void Ensure(TrialTable table, CancellationToken cancellation = default) => inner.Ensure(table, cancellation);

    /// <inheritdoc/>
    public virtual ISourceNames? SourceNames => inner.SourceNames;

    /// <inheritdoc/>
    public virtual long Sequences => inner.Sequences;

    /// <inheritdoc/>
    public virtual bool Overwrites => inner.Overwrites;

    /// <inheritdoc/>
    public virtual IBatchWriter OpenWriter(int source, CancellationToken cancellation = default) =>
        inner.OpenWriter(source, cancellation);

    /// <inheritdoc/>
    public virtual void AddValues(TrialTable table, CancellationToken cancellation = default) =>
        inner.AddValues(table, cancellation);

    /// <inheritdoc/>
    public virtual ITimeQueries? OpenQueries(CancellationToken cancellation = default) => inner.OpenQueries(cancellation);

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
    public virtual bool HidesServer(CancellationToken cancellation) => inner.HidesServer(cancellation);

    /// <inheritdoc/>
    public virtual long? ServerMemoryBytes => inner.ServerMemoryBytes;

    /// <inheritdoc/>
    public virtual string? ServerFault => inner.ServerFault;

    /// <inheritdoc/>
    public virtual IServerControl? ServerControl => inner.ServerControl;

    /// <inheritdoc/>
    public virtual IReadOnlyList<IServerControl> StartedServers => inner.StartedServers;

    /// <inheritdoc/>
    public virtual IReadOnlyList<IResourceReader> OpenReaders() => inner.OpenReaders();

    /// <inheritdoc/>
    public void Dispose()
    {
        Dispose(disposing: true);
        GC.SuppressFinalize(this);
    }

    /// <summary>Disposes the inner target.</summary>
    /// <param name="disposing">Always true, since the class has no finalizer.</param>
    protected virtual void Dispose(bool disposing) => inner.Dispose();
}
