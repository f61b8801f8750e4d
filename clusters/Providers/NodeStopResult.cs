namespace DbIngest.Clusters.Providers;

/// <summary>
/// The outcome of stopping one node. Providers return it. <c>cluster stop</c> and <c>cluster down</c> print it, and <c>down</c>
/// removes nothing when a node has failed to stop.
/// </summary>
/// <param name="Node">The node's name.</param>
/// <param name="What">The outcome in words.</param>
/// <param name="IsFailed">True when the node may still run: then nothing may be removed.</param>
public sealed record NodeStopResult(string Node, string What, bool IsFailed = false)
{
    /// <summary>Nothing of the node exists.</summary>
    public const string Absent = "nothing of it is there";

    /// <summary>The node did not run.</summary>
    public const string Idle = "it did not run";

    /// <summary>The node ended cleanly.</summary>
    public const string Ended = "stopped";

    /// <inheritdoc/>
    public override string ToString() => $"{Node}: {What}";
}
