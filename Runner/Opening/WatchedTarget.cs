using DbIngest.Abstractions.Resources;
using DbIngest.Abstractions.Targets;
using DbIngest.Clusters.Watching;

namespace DbIngest.Runner.Opening;

/// <summary>A target of a deployment, whose nodes say themselves what they use, wherever they are.</summary>
/// <param name="inner">The target; this one's from now on, which disposes it.</param>
/// <param name="watch">Watches the nodes; not this one's to end.</param>
internal sealed class WatchedTarget(ITarget inner, ClusterWatch watch) : ForwardingTarget(inner)
{
    /// <summary>Where a node does not say it, what the target knows of its server by itself is better than nothing.</summary>
    public override IReadOnlyList<IResourceReader> OpenReaders() => watch.OpenReaders() is { Count: > 0 } nodes ? nodes : base.OpenReaders();
}
