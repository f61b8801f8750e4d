using DbIngest.Abstractions.Resources;
using DbIngest.Abstractions.Targets;
using DbIngest.Clusters.Watching;

namespace DbIngest.Runner.Opening;

/// <summary>
/// A target of a deployment whose nodes report their resource use, wherever they run. <see cref="OpenTargets"/> wraps the
/// target of the database in it. Writers are not wrapped: the timed path is that of the inner target.
/// </summary>
/// <param name="inner">The target, which this object owns and disposes.</param>
/// <param name="watch">The watch on the nodes, which other targets share. Not disposed here.</param>
internal sealed class WatchedTarget(ITarget inner, ClusterWatch watch) : ForwardingTarget(inner)
{
    /// <summary>Returns the readers of the nodes, or the inner target's readers if no node reports.</summary>
    public override IReadOnlyList<IResourceReader> OpenReaders() => watch.OpenReaders() is { Count: > 0 } nodes ? nodes
        : base.OpenReaders();
}
