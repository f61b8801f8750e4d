namespace DbIngest.Clusters.Providers;

/// <summary>What became of a node that was to end.</summary>
/// <param name="Node">Its name.</param>
/// <param name="What">What became of it, a part of a sentence.</param>
/// <param name="IsFailed">Whether it may still run, or what is there was not removed.</param>
public sealed record NodeEnd(string Node, string What, bool IsFailed = false)
{
    /// <summary>Nothing of it was there.</summary>
    public const string Absent = "nothing of it is there";

    /// <summary>It did not run.</summary>
    public const string Idle = "it did not run";

    /// <summary>It ended as its server ends.</summary>
    public const string Ended = "stopped";

    /// <inheritdoc/>
    public override string ToString() => $"{Node}: {What}";
}
