using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Hybrid;

/// <summary>One of the two open databases of a <see cref="HybridTarget"/>.</summary>
/// <param name="Name">The name for <c>--db</c>.</param>
/// <param name="Target">The open target, which the hybrid target owns and disposes.</param>
internal sealed record HybridPart(string Name, ITarget Target);
