using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Hybrid;

/// <summary>One of the two open databases of a <see cref="HybridTarget"/>.</summary>
/// <param name="Name">The name for <c>--db</c>.</param>
/// <param name="Target">The open target, which the hybrid target owns and disposes.</param>
internal sealed record HybridPart(string Name, ITarget Target)
{
    /// <summary>True if its client finds, changes and deletes single records, so that its table may have a key.</summary>
    public bool FindsRecords { get; init; }

    /// <summary>True if its client finds them in a table without a key as well.</summary>
    public bool ReadsWithoutIndex { get; init; }
}
